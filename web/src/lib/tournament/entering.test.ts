import { expect, it } from 'vitest';
import { entryCommand } from './entering';

const idOf = async (name: string) => `id of ${name}`;

it('enters alone', async () => {
  expect(await entryCommand({ partner: '', team: '' }, idOf)).toEqual({ do: 'enter' });
});

it('looks the partner up, and names the team', async () => {
  expect(await entryCommand({ partner: ' Bob ', team: ' Les Rois ' }, idOf)).toEqual({
    do: 'enter',
    partner: 'id of Bob',
    team: 'Les Rois',
  });
});
