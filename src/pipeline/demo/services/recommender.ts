/**
 * Python in a Debian image: language packages beside system packages, and some that the system installed and has patched, which
 * is why their findings do not count.
 */
import type { DemoService } from '../demo-service.ts';

const IMAGE = `
apt@2.6.1 > libc6 libstdc++6 zlib1g
bash@5.2.15-2+b2 > libc6
ca-certificates@20230311 > openssl
curl@7.88.1-10+deb12u3 > libc6 libcurl4 zlib1g
libc6@2.36-9+deb12u1 (glibc)
libcurl4@7.88.1-10+deb12u3 (curl) > libc6 libssl3 zlib1g
libexpat1@2.5.0-1 (expat) > libc6
libssl3@3.0.11-1~deb12u2 (openssl) > libc6
libstdc++6@12.2.0-14 (gcc-12) > libc6
libwebp7@1.2.4-0.2 (libwebp) > libc6
libxml2@2.9.14+dfsg-1.3~deb12u1 > libc6 zlib1g
openssh-client@1:9.2p1-2+deb12u2 (openssh) > libc6 libssl3 zlib1g
openssl@3.0.11-1~deb12u2 > libc6 libssl3
python3.11@3.11.2-6 > libc6 libexpat1 zlib1g
python3-setuptools@66.1.1-1+deb12u1 (setuptools) > python3.11
python3-urllib3@1.26.12-1+deb12u1 (python-urllib3) > python3.11
tar@1.34+dfsg-1.2 > libc6
zlib1g@1:1.2.13.dfsg-1 (zlib) > libc6
pypi:setuptools@66.1.1 of python3-setuptools
pypi:urllib3@1.26.12 of python3-urllib3
* pypi:flask@2.2.2 > jinja2 werkzeug
pypi:jinja2@3.1.2 > markupsafe
pypi:markupsafe@2.1.3
pypi:werkzeug@2.2.3 > markupsafe
* pypi:gunicorn@20.1.0
* pypi:requests@2.28.1 > certifi idna
pypi:certifi@2022.12.7
pypi:idna@3.4
* pypi:numpy@1.26.4
* pypi:pillow@9.5.0
* pypi:scikit-learn@1.4.2 > numpy scipy
pypi:scipy@1.13.0 > numpy
* pypi:cryptography@41.0.3 > cffi
pypi:cffi@1.16.0
* pypi:pyyaml@6.0.1
* pypi:tornado@6.3.3
none:model-weights
`;

export const RECOMMENDER: DemoService = {
  name: 'demo-recommender',
  documents: [
    {
      format: 'spdx',
      subject: 'registry.example.com/shop/recommender',
      type: 'deb',
      image: 'registry.example.com/shop/recommender',
      qualifiers: 'arch=amd64&distro=debian-12',
      packages: IMAGE,
    },
  ],
  versions: [
    { name: '2026.1', changes: [''] },
    {
      name: '2026.2',
      changes: [
        `pillow@10.2.0\nrequests@2.31.0\ncertifi@2024.2.2\nlibwebp7@1.2.4-0.2+deb12u1
        curl@7.88.1-10+deb12u5\nlibcurl4@7.88.1-10+deb12u5`,
      ],
    },
    {
      name: '2026.3',
      aliases: ['production'],
      changes: ['libc6@2.36-9+deb12u4\ngunicorn@22.0.0\njinja2@3.1.3\ntornado@6.4.2\n* pypi:aiohttp@3.9.1'],
    },
  ],
};
