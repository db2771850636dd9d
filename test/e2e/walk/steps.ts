import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';

/** Actions shared by the steps of the run. */

export const password = 'three lamps above the quiet harbour';

/** Opens a page of the portal through the navigation. */
export async function openByMenu(page: Page, label: string, heading: string | RegExp = label): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** The part of a page with this heading. */
export const card = (page: Page, title: string): Locator =>
  page.locator('section.section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The open dialog with this title. */
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Sets a password with a link from a mail or from the operator; `lands`: the portal opens afterwards. */
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

/** Sets up two-factor authentication after "Start" was clicked; returns the recovery codes. */
export async function setUpCodes(form: Locator, look?: () => Promise<unknown>): Promise<string[]> {
  await form.getByRole('img', { name: /QR code/ }).waitFor();
  await look?.();
  const secret = await form.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await form.getByLabel(/the code from the app/).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await button(form, 'Turn on').click();
  const list = form.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  assert.ok(codes.length >= 8, `${codes.length} recovery codes`);
  await button(form, 'I have saved the codes').click();
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

/** Switches to another account in the header. */
export async function changeAccount(page: Page, name: string): Promise<void> {
  await button(page, /^Switch account/).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  await button(page, `Switch account, current: ${name}`).waitFor();
}

export function linkIn(mail: string): string {
  const [link] = /https?:\/\/\S+\/portal\/\S+/.exec(mail) ?? [];
  assert.ok(link, `no link in the mail:\n${mail}`);
  return link;
}

/** Calls the API with a key, as a program does. */
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
