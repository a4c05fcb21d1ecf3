/** Getting back in: recovery codes at sign-up, a forgotten password, two-factor authentication. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { account } from '../src/lib/messages/account';
import { recovery } from '../src/lib/messages/recovery';
import { fill, form, noComplaints, signUp, submit, PASSWORD } from './support/account';
import { plain } from './support/person';
import { expect, test } from './support/test';

/** A refusal is an answer the browser writes to its console. */
test.use({ expected: [/status of 401/] });

let accounts = 0;
const newName = () => `Ada ${process.pid % 10_000}.${(accounts += 1)}`;

/** What an authenticator app shows: RFC 6238. */
function digits(secret: string, at = Date.now()): string {
  const bits = Array.from(secret, (c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = hash[19]! & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

for (const manner of [{ device: 'phone', language: 'fr', dark: true }, {}] as const) {
  const where = 'device' in manner ? 'phone' : 'desktop';
  test(`sign-up, codes, forgotten password, signed in: ${where}`, async ({ arrive }) => {
    const ada = await arrive(manner);
    const name = newName();
    const codes = await signUp(ada, name);
    expect(codes).toHaveLength(10);
    await noComplaints(ada);
    await ada.page.screenshot({ path: `test-results/screens/codes-${where}.png`, fullPage: true });
    const downloading = ada.page.waitForEvent('download');
    await ada.press(ada.page.getByRole('link', { name: ada.say(recovery.codesDownload) }));
    const file = readFileSync(await (await downloading).path(), 'utf8');
    expect(file).toContain(name);
    for (const code of codes) expect(file).toContain(code);
    await ada.pressButton(recovery.codesKept);
    await expect(ada.page.locator('.codes')).toHaveCount(0);
    await expect(ada.page.getByText(plain(ada.say(recovery.codesLeft(10))))).toBeVisible();
    await noComplaints(ada);
    await ada.page.screenshot({ path: `test-results/screens/account-member-${where}.png`, fullPage: true });

    const lost = await arrive(manner);
    await lost.visit('account');
    await lost.press(lost.page.getByRole('link', { name: lost.say(recovery.forgot).replace(' ?', '\u00a0?') }));
    await expect(lost.page.getByText(plain(lost.say(recovery.noMail)))).toBeVisible();
    await noComplaints(lost);
    await lost.page.screenshot({ path: `test-results/screens/recover-${where}.png`, fullPage: true });
    await fill(lost, recovery.withCode, account.name, name);
    await fill(lost, recovery.withCode, recovery.code, 'wrong');
    await fill(lost, recovery.withCode, account.newPassword, 'another long password');
    await submit(lost, recovery.withCode, recovery.setPassword);
    await expect(lost.page.getByRole('alert')).toBeVisible();
    await fill(lost, recovery.withCode, recovery.code, codes[4]!.toUpperCase());
    // With the keyboard: Enter sends the form.
    await form(lost, recovery.withCode).getByLabel(lost.say(recovery.code), { exact: true }).press('Enter');
    await expect(lost.page.getByText(lost.say(recovery.back))).toBeVisible();
    await lost.press(lost.page.getByRole('link', { name: lost.say(recovery.toAccount) }));
    await expect(lost.page.getByText(plain(lost.say(recovery.codesLeft(9))))).toBeVisible();
    await expect(lost.page.locator('.me')).toContainText(name);
    expect(await ada.page.evaluate(() => fetch('/api/me').then(({ status }) => status))).toBe(401);
  });

  test(`two-factor authentication is turned on and asked for: ${where}`, async ({ arrive }) => {
    const ada = await arrive(manner);
    const name = newName();
    const codes = await signUp(ada, name);
    await ada.pressButton(recovery.codesKept);
    await fill(ada, recovery.twoFactor, account.password, PASSWORD);
    await submit(ada, recovery.twoFactor, recovery.twoFactorOn);
    await expect(ada.page.getByRole('img', { name: ada.say(recovery.twoFactorQr) })).toBeVisible();
    await noComplaints(ada);
    await ada.page.screenshot({ path: `test-results/screens/two-factor-${where}.png`, fullPage: true });
    const secret = (await form(ada, recovery.twoFactor).locator('code').textContent())!.replaceAll(' ', '');
    await fill(ada, recovery.twoFactor, recovery.digits, '12');
    await submit(ada, recovery.twoFactor, recovery.confirm);
    await expect(ada.page.getByRole('alert')).toBeVisible();
    await fill(ada, recovery.twoFactor, recovery.digits, digits(secret));
    await submit(ada, recovery.twoFactor, recovery.confirm);
    await expect(ada.page.getByText(ada.say(recovery.twoFactorDone))).toBeVisible();

    const other = await arrive(manner);
    await other.visit('account');
    await fill(other, account.signIn, account.name, name);
    await fill(other, account.signIn, account.password, PASSWORD);
    await submit(other, account.signIn, account.signIn);
    const field = form(other, account.signIn).getByLabel(other.say(recovery.digitsOrCode));
    await expect(field).toBeVisible();
    await noComplaints(other);
    await other.page.screenshot({ path: `test-results/screens/sign-in-code-${where}.png`, fullPage: true });
    // The code that turned it on is used up; the next one is good already.
    await field.fill(digits(secret, Date.now() + 30_000));
    await field.press('Enter');
    await expect(other.page.locator('.me')).toContainText(name);
    await expect(form(other, recovery.twoFactor)).toBeVisible();

    await fill(other, recovery.twoFactor, account.password, PASSWORD);
    await fill(other, recovery.twoFactor, recovery.digitsOrCode, codes[0]!);
    await submit(other, recovery.twoFactor, recovery.twoFactorOff);
    await expect(form(other, recovery.twoFactor).getByRole('button', { name: other.say(recovery.twoFactorOn) })).toBeVisible();
  });
}
