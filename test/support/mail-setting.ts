/** Settings that accept requests for mail although no mail server is running. */
import { findFreePort } from './free-port.ts';

export async function aMailSetting(): Promise<Record<string, string>> {
  const port = await findFreePort();
  return {
    ASSAY_PORT: String(port),
    ASSAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ASSAY_MAIL_URL: 'smtp://127.0.0.1:1',
    ASSAY_MAIL_FROM: 'assay@example.com',
  };
}
