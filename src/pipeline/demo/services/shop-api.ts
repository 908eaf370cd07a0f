/**
 * A Node.js web service with a long history: upgrades, a hijacked release, and a merge that reintroduces an old vulnerability.
 */
import type { DemoService } from '../demo-service.ts';

const APPLICATION = `
* express@4.17.1 > accepts body-parser content-type cookie debug etag finalhandler fresh merge-descriptors on-finished parseurl path-to-regexp proxy-addr qs range-parser send serve-static type-is vary
accepts@1.3.8 > mime-types negotiator
body-parser@1.19.0 > bytes content-type debug http-errors iconv-lite on-finished qs raw-body type-is
bytes@3.1.2
content-type@1.0.5
cookie@0.6.0
debug@4.3.4 > ms
ms@2.1.2
etag@1.8.1
finalhandler@1.2.0 > debug on-finished parseurl
fresh@0.5.2
http-errors@2.0.0 > inherits setprototypeof statuses
iconv-lite@0.4.24 > safer-buffer
inherits@2.0.4
merge-descriptors@1.0.3
mime-types@2.1.35 > mime-db
mime-db@1.52.0
negotiator@0.6.3
on-finished@2.4.1 > ee-first
ee-first@1.1.1
parseurl@1.3.3
path-to-regexp@0.1.12
proxy-addr@2.0.7
qs@6.7.0
range-parser@1.2.1
raw-body@2.5.2 > bytes http-errors iconv-lite
safer-buffer@2.1.2
send@0.19.0 > debug etag fresh mime-types on-finished range-parser statuses
serve-static@1.16.0 > parseurl send
setprototypeof@1.2.0
statuses@2.0.1
type-is@1.6.18 > mime-types
vary@1.1.2
* lodash@4.17.15
* axios@0.21.1 > follow-redirects form-data
follow-redirects@1.14.0
form-data@4.0.0 > asynckit combined-stream mime-types
asynckit@0.4.0
combined-stream@1.0.8 > delayed-stream
delayed-stream@1.0.0
* jsonwebtoken@8.5.1 > jws lodash ms semver
jws@4.0.0 > jwa safe-buffer
jwa@2.0.0 > buffer-equal-constant-time safe-buffer
buffer-equal-constant-time@1.0.1
safe-buffer@5.2.1
semver@5.7.1
* moment@2.29.1
* ua-parser-js@0.7.28
* ws@7.4.6
* node-fetch@2.6.1
* tar@6.1.0 > chownr minipass mkdirp yallist
chownr@2.0.0
minipass@5.0.0
mkdirp@0.5.5 > minimist
minimist@1.2.5
yallist@4.0.0
* pino@8.21.0 > fast-redact sonic-boom
fast-redact@3.5.0
sonic-boom@3.8.1
* vite@5.4.10 [excluded] > postcss
postcss@8.4.21 [excluded]
* micromatch@4.0.5 [excluded] > braces
braces@3.0.2 [excluded] > fill-range
fill-range@7.1.1 [excluded]
* cross-spawn@7.0.3 > path-key which
path-key@3.1.1
which@2.0.2 > isexe
isexe@2.0.0
`;

const IMAGE = `
base-files@13
* bash@5.2.15-2 > libc6
* ca-certificates@20230311 > openssl
* curl@8.2.1-2 > libc6 libcurl4 zlib1g
dpkg@1.22.6 > libc6 liblzma5 tar zlib1g
libc6@2.37-10 (glibc)
libcurl4@8.2.1-2 (curl) > libc6 libssl3 zlib1g
libexpat1@2.5.0-2 (expat) > libc6
libgcc-s1@13.2.0-4 (gcc-13) > libc6
liblzma5@5.4.4-0.1 (xz-utils) > libc6
libssl3@3.0.10-1 (openssl) > libc6
libstdc++6@13.2.0-4 (gcc-13) > libc6 libgcc-s1
* openssh-client@1:9.4p1-1 (openssh) > libc6 libssl3 zlib1g
openssl@3.0.10-1 > libc6 libssl3
tar@1.34+dfsg-1.2 > libc6
* xz-utils@5.4.4-0.1 > libc6 liblzma5
zlib1g@1:1.2.13.dfsg-3 (zlib) > libc6
none:docker-entrypoint
`;

export const SHOP_API: DemoService = {
  name: 'demo-shop-api',
  documents: [
    { format: 'cyclonedx', subject: 'shop-api', type: 'npm', packages: APPLICATION },
    {
      format: 'cyclonedx',
      subject: 'registry.example.com/shop/api',
      image: 'registry.example.com/shop/api',
      type: 'deb',
      qualifiers: 'arch=amd64&distro=debian-13',
      packages: IMAGE,
    },
  ],
  versions: [
    { name: '2.0.0', changes: ['', null], tags: ['q1'] },
    { name: '2.1.0', changes: ['lodash@4.17.21\nmoment@2.29.4\nmkdirp@0.5.6\nminimist@1.2.8', null], tags: ['q1'] },
    {
      name: '2.2.0',
      tags: ['q2'],
      changes: ['express@4.19.2\nbody-parser@1.20.2\nqs@6.11.0\n* undici@5.27.0', ''],
    },
    // A hijacked release of ua-parser-js.
    { name: '2.3.0', changes: ['ua-parser-js@0.7.29', ''], tags: ['q2'] },
    // Branched off before lodash was upgraded: its vulnerability is back.
    { name: '2.3.1', branch: 'hotfix/2.3', changes: ['ua-parser-js@0.7.33\nlodash@4.17.20', ''], tags: ['hotfix'] },
    {
      name: '2.4.0',
      tags: ['q3'],
      // The image was built in the week when xz had a backdoor.
      changes: [
        'lodash@4.17.21\njsonwebtoken@9.0.2\nsemver@7.5.4\nnode-fetch@2.7.0\ntar@6.2.1',
        'libc6@2.37-12\nliblzma5@5.6.1-1\nxz-utils@5.6.1-1',
      ],
    },
    {
      name: '2.5.0',
      tags: ['q3', 'release'],
      aliases: ['production'],
      changes: [
        'axios@1.6.8\nfollow-redirects@1.15.6\nws@8.17.1\n-moment',
        'liblzma5@5.6.1+really5.4.5-1\nxz-utils@5.6.1+really5.4.5-1\ncurl@8.5.0-2\nlibcurl4@8.5.0-2',
      ],
    },
    {
      name: '2.6.0-search.4',
      branch: 'feature/search',
      tags: ['preview'],
      changes: ['* json5@2.2.1\n* fast-glob@3.3.2 > micromatch', ''],
    },
    {
      name: '2.6.0',
      tags: ['q4', 'release'],
      aliases: ['staging', 'latest'],
      changes: [
        'undici@5.28.4\nbraces@3.0.3\nvite@5.4.14\npostcss@8.4.49\n-json5\n-fast-glob\nqs@6.13.0',
        'openssh-client@1:9.9p1-3\nlibexpat1@2.6.4-1',
      ],
    },
  ],
};
