import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type SmtpServer } from '../../test/support/smtp-server.ts';
import { createMailer } from './mailer.ts';

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'One line.\n.\nAnother line.\n' };

describe('the mailer', () => {
  let smtp: SmtpServer;
  beforeEach(async () => {
    smtp = await startSmtpServer();
  });
  afterEach(async () => await smtp.stop());

  it('sends a plain-text message to one address', async () => {
    await createMailer({ url: smtp.url, from: 'assay@example.com' }).send(MAIL);

    expect(smtp.received).toMatchObject([{ from: 'assay@example.com', to: ['ada@example.com'] }]);
    expect(smtp.received[0]?.raw).toContain('Content-Type: text/plain; charset=utf-8');
  });

  it.each(['ada@example.com,grace', 'ada,grace@example.com', 'Ada <ada@example.com>', '"ada"@example.com', 'a:b@c;'])(
    'rejects an address that could be parsed as another one: %s',
    async (to) => {
      const mailer = createMailer({ url: smtp.url, from: 'assay@example.com' });

      await expect(mailer.send({ ...MAIL, to })).rejects.toThrow(/address/);
      expect(smtp.received).toEqual([]);
    },
  );

  it('sends no password over an unencrypted connection', async () => {
    const url = smtp.url.replace('smtp://', 'smtp://user:secret@');

    await expect(createMailer({ url, from: 'assay@example.com' }).send(MAIL)).rejects.toThrow(/STARTTLS/);
    expect(smtp.received).toEqual([]);
  });

  it('reports a server that does not answer', async () => {
    await smtp.stop();

    await expect(createMailer({ url: smtp.url, from: 'assay@example.com' }).send(MAIL)).rejects.toThrow(/ECONNREFUSED/);
  });
});
