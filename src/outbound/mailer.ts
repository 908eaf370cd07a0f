/** Sends mail through the SMTP server of the operator. A password is only sent over an encrypted connection. */
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** Resolves with the response of the server when it has accepted the message. */
  send(mail: Mail): Promise<string>;
}

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string;
  readonly from: string;
}

const ONE_ADDRESS = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

export function createMailer({ url, from }: MailSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const hasPassword = username !== '';
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    // Without a password, STARTTLS is used if the server offers it.
    requireTLS: hasPassword && protocol !== 'smtps:',
    ...(hasPassword && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, headers, ...mail }) => {
      // The library would parse it as a list of addresses, or as an address with a display name.
      if (!isMailAddress(to)) throw new Error('The e-mail address contains characters that are not supported.');
      const { response } = await transport.sendMail({
        ...mail,
        from,
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        ...(headers !== undefined && { headers: { ...headers } }),
      });
      return response;
    },
  };
}

export function isMailAddress(text: string): boolean {
  return ONE_ADDRESS.test(text);
}

/** The status and text with which the server rejected a message; undefined if it did not respond. */
export function findRejection(error: unknown): { readonly status: number; readonly text: string } | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number')
    return undefined;
  const text = 'response' in error && typeof error.response === 'string' ? error.response : '';
  return { status: error.responseCode, text };
}
