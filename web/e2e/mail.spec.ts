/** Links by mail: an address is given and confirmed, the password is lost, the link leads back in. */
import { account } from '../src/lib/messages/account';
import { recovery } from '../src/lib/messages/recovery';
import { fill, noComplaints, signUp, submit, PASSWORD } from './support/account';
import { siteWithMail, type SiteWithMail } from './support/mail';
import { Person, plain } from './support/person';
import { expect, test } from './support/test';

let site: SiteWithMail;
test.beforeAll(async () => void (site = await siteWithMail()));
test.afterAll(() => site.stop());

for (const manner of [{ device: 'phone', language: 'fr', dark: true }, {}] as const) {
  const where = 'device' in manner ? 'phone' : 'desktop';
  test(`an address is confirmed and a link sets a new password: ${where}`, async ({ browser }) => {
    const ada = await Person.arrive(browser, site.origin, manner);
    const address = `ada-${where}@example.org`;
    await signUp(ada, `Ada ${where}`);
    await ada.pressButton(recovery.codesKept);
    const mail = ada.page.locator('section').filter({ has: ada.page.getByRole('heading', { name: ada.say(recovery.mail) }) });
    await mail.getByLabel(ada.say(recovery.mail), { exact: true }).fill(address);
    await mail.getByLabel(ada.say(account.password), { exact: true }).fill(PASSWORD);
    await ada.press(mail.getByRole('button', { name: ada.say(recovery.mailSet) }));
    await expect(mail.getByText(plain(ada.say(recovery.mailWaits(address))))).toBeVisible();
    await noComplaints(ada);
    await ada.page.screenshot({ path: `test-results/screens/mail-${where}.png`, fullPage: true });
    await ada.page.goto(await site.link(`${ada.language}/confirm`));
    await expect(ada.page.getByText(ada.say(recovery.mailConfirmed))).toBeVisible();
    expect(ada.page.url(), 'the token is not left in the address').not.toContain('#');
    await noComplaints(ada);

    const lost = await Person.arrive(browser, site.origin, manner);
    await lost.visit('recover');
    await fill(lost, recovery.withMail, recovery.mail, address);
    await submit(lost, recovery.withMail, recovery.sendLink);
    await expect(lost.page.getByText(lost.say(recovery.linkSent))).toBeVisible();
    await noComplaints(lost);
    await lost.page.screenshot({ path: `test-results/screens/recover-mail-${where}.png`, fullPage: true });
    await lost.page.goto(await site.link(`${lost.language}/recover`));
    await fill(lost, account.newPassword, account.newPassword, 'another long password');
    await submit(lost, account.newPassword, recovery.setPassword);
    await expect(lost.page.getByText(lost.say(recovery.back))).toBeVisible();
    await expect(lost.page.locator('.me')).toContainText(`Ada ${where}`);
    expect([...ada.troubles.list, ...lost.troubles.list], 'complaints of the pages').toEqual([]);
    await Promise.all([ada, lost].map((person) => person.context.close()));
  });
}
