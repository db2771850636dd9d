import type { OauthPlatform } from '@daybook/connector-kit';
import * as oauth from 'oauth4webapi';
import type { Outbound, OutboundAnswer } from '../../outbound/http.ts';
import { type Application, tokenTimeoutMs } from './authorization-server.ts';
import type { ApplicationCheck } from './wire.ts';

type Step = ApplicationCheck['steps'][number];
type Given = { platform: OauthPlatform; application: Application; redirectUri: string; name: string };

const answerBytesMax = 1024 * 1024;

/**
 * Checks an OAuth application as far as this is possible without an owner: whether the sign-in page of the platform
 * answers, and whether its token endpoint knows the client. For the latter, a code that was never issued is sent: a
 * server checks the client before the code, so `invalid_grant` means that client id and secret are right.
 */
export async function checkApplication(
  { outbound }: { outbound: Outbound },
  given: Given,
): Promise<Pick<ApplicationCheck, 'isUsable' | 'steps'>> {
  const [page, token] = await Promise.all([askForPage(outbound, given), askForToken(outbound, given)]);
  const steps = [pageStep(page, given), clientStep(token, given), redirectStep(page, given)];
  return { isUsable: steps.every(({ outcome }) => outcome !== 'failed'), steps };
}

/** The request of an owner's browser, without the owner. Redirects are not followed. */
async function askForPage(outbound: Outbound, { platform, application, redirectUri }: Given) {
  const url = new URL(platform.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: redirectUri,
    scope: platform.scopes.join(' '),
    state: oauth.generateRandomState(),
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: 'S256',
  };
  for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value);
  return answerOf(outbound.send({ method: 'GET', url: url.href, timeoutMs: tokenTimeoutMs, answerBytesMax }));
}

async function askForToken(outbound: Outbound, { platform, application, redirectUri }: Given) {
  const basic = Buffer.from(`${application.clientId}:${application.clientSecret}`).toString('base64');
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: `check-${oauth.generateRandomState()}`,
    redirect_uri: redirectUri,
    code_verifier: oauth.generateRandomCodeVerifier(),
  });
  return answerOf(
    outbound.send({
      method: 'POST',
      url: platform.tokenUrl,
      headers: {
        authorization: `Basic ${basic}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: String(body),
      timeoutMs: tokenTimeoutMs,
      answerBytesMax,
    }),
  );
}

const answerOf = (sent: Promise<OutboundAnswer>) => sent.catch(() => undefined);

function pageStep(page: OutboundAnswer | undefined, { name }: Given): Step {
  if (!page) return failed('signInPage', `The sign-in page of ${name} did not answer.`);
  if (page.status >= 500) return failed('signInPage', `The sign-in page of ${name} answered ${page.status}.`);
  return passed('signInPage', `The sign-in page of ${name} answers.`);
}

const unknownClient = ['invalid_client', 'unauthorized_client'];

function clientStep(token: OutboundAnswer | undefined, { name }: Given): Step {
  if (!token) return failed('client', `The token endpoint of ${name} did not answer.`);
  const code = errorCodeOf(token.body);
  if (code === 'invalid_grant') return passed('client', `${name} accepts the client id and the client secret.`);
  if (unknownClient.includes(code ?? '') || token.status === 401)
    return failed('client', `${name} does not accept the client id and the client secret. Enter them again.`);
  const told = code === undefined ? `answered ${token.status}` : `answered with the error ${code}`;
  return unclear('client', `The token endpoint of ${name} ${told}, which does not tell whether it knows the client.`);
}

/** A server shows a wrong redirect address on a page of its own, which may look like any other. */
function redirectStep(page: OutboundAnswer | undefined, { name, redirectUri }: Given): Step {
  const address = `the redirect address ${redirectUri}`;
  if (!page || page.status >= 500)
    return unclear('redirectAddress', `It is not known whether ${name} accepts ${address}.`);
  const location = page.headers.location ?? '';
  const isOurs = location.startsWith(redirectUri);
  const refusal = isOurs ? new URL(location).searchParams.get('error') : null;
  if (refusal && refusal !== 'login_required')
    return failed('redirectAddress', `${name} refuses the authorization with the error ${refusal}.`);
  if (page.status >= 400)
    return failed(
      'redirectAddress',
      `${name} refuses the authorization (${page.status}). Enter ${address} exactly so at ${name}, and check the client id.`,
    );
  return unclear(
    'redirectAddress',
    `${name} did not refuse ${address}. It is certain only when an owner has signed in.`,
  );
}

function errorCodeOf(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

const passed = (step: Step['step'], message: string): Step => ({ step, outcome: 'passed', message });
const failed = (step: Step['step'], message: string): Step => ({ step, outcome: 'failed', message });
const unclear = (step: Step['step'], message: string): Step => ({ step, outcome: 'unclear', message });
