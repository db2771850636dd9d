import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';

/** Small things that every part of the walk does. */

export const password = 'three lamps above the quiet harbour';

/** A page of the portal by its menu, as a person goes there. */
export async function openByMenu(page: Page, label: string, heading: string | RegExp = label): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** The dialog that is open, by its title. */
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Sets a password by a link that came by mail or from the operator; ends on the overview. */
export async function acceptLink(
  page: Page,
  link: string,
  { name, lands = true }: { name?: string; lands?: boolean } = {},
): Promise<void> {
  await page.goto(link);
  await page.getByLabel(/^New password/).waitFor();
  if (name) await page.getByLabel(/^Your name/).fill(name);
  await page.getByLabel(/^New password/).fill(password);
  await button(page, /sign in/i).click();
  if (lands) await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Sets up codes of an authenticator app, once "Begin" was clicked; answers with the recovery codes. */
export async function setUpCodes(form: Locator, look?: () => Promise<unknown>): Promise<string[]> {
  await form.getByRole('img', { name: /QR code/ }).waitFor();
  await look?.();
  const secret = await form.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await form.getByLabel(/The code/).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await button(form, 'Turn it on').click();
  const list = form.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  assert.ok(codes.length >= 8, `${codes.length} recovery codes`);
  await button(form, 'I have kept them').click();
  return codes;
}

export async function signOut(page: Page): Promise<void> {
  await button(page, /^Signed in as/).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(/^E-mail/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await button(page, 'Sign in').click();
}

/** Another account, by the switch in the header. */
export async function changeAccount(page: Page, name: string): Promise<void> {
  await button(page, /: change$/).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  await button(page, `Account ${name}: change`).waitFor();
}

export function linkIn(mail: string): string {
  const [link] = /https?:\/\/\S+\/portal\/\S+/.exec(mail) ?? [];
  assert.ok(link, `no link in the mail:\n${mail}`);
  return link;
}

/** The API as a program calls it. */
export async function callApi(
  url: string,
  key: string,
  request: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = '', path = ''] = request.split(' ');
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${key}:`)}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}
