/**
 * Chooses between the device and the server. The device cannot answer if it has no module, if the module failed, or if the
 * server plays by newer rules.
 */
import { problemIn } from '../api/http';
import type { DeviceQuestion } from '../api/types';
import { device } from './device';
import { DeviceLost } from './handle';

/** The device's answer, or the server's if the device cannot answer. A refusal of the device is final. */
export async function deviceFirst<Answer>(
  game: string | null,
  here: () => Promise<Answer>,
  server: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await device.soon())) return server();
  try {
    if (game !== null && !(await device.knowsRules(game))) return await server();
    return await here();
  } catch (error) {
    if (error instanceof DeviceLost) return server();
    throw error;
  }
}

/** The device's answer to a question, or the server's if the device cannot answer. */
export function ask<Answer>(game: string | null, question: DeviceQuestion, server: () => Promise<Answer>): Promise<Answer> {
  return deviceFirst(game, () => device.ask<Answer>(question), server);
}

/** The device's answer if the module is loaded already, otherwise the server's, or the device's while the server is away. */
export function deviceIfReady<Answer>(game: string, question: DeviceQuestion, server: () => Promise<Answer>): Promise<Answer> {
  return device.state === 'ready' ? ask(game, question, server) : serverFirst(server, question);
}

/** The server's answer, or the device's while the server is away. */
export async function serverFirst<Answer>(server: () => Promise<Answer>, question: DeviceQuestion): Promise<Answer> {
  try {
    return await server();
  } catch (error) {
    if (problemIn(error)?.code !== 'unavailable' || !(await device.start())) throw error;
    return device.ask<Answer>(question).catch(() => {
      throw error;
    });
  }
}
