/** A Go program and its container image: two SBOMs in each version. */
import type { DemoService } from '../demo-service.ts';

const PROGRAM = `
stdlib@1.21.3
* github.com/gin-gonic/gin@v1.7.4 > golang.org/x/net gopkg.in/yaml.v3 google.golang.org/protobuf
* github.com/dgrijalva/jwt-go@v3.2.0
* google.golang.org/grpc@v1.57.0 > golang.org/x/net golang.org/x/sys golang.org/x/text google.golang.org/protobuf
google.golang.org/protobuf@v1.33.0
* golang.org/x/crypto@v0.14.0 > golang.org/x/sys
golang.org/x/net@v0.15.0 > golang.org/x/text
golang.org/x/sys@v0.13.0
golang.org/x/text@v0.3.7
gopkg.in/yaml.v3@v3.0.1
* github.com/prometheus/client_golang@v1.19.0 > github.com/beorn7/perks github.com/cespare/xxhash/v2
github.com/beorn7/perks@v1.0.1
github.com/cespare/xxhash/v2@v2.2.0
* go.uber.org/zap@v1.27.0 > go.uber.org/multierr
go.uber.org/multierr@v1.11.0
`;

const IMAGE = `
alpine-baselayout@3.4.3-r2
apk-tools@2.14.0-r5 > libcrypto3 libssl3 musl zlib
busybox@1.36.1-r15 > musl
libcrypto3@3.1.4-r5 (openssl) > musl
libssl3@3.1.4-r5 (openssl) > libcrypto3 musl
libexpat@2.6.2-r0 (expat) > musl
musl@1.2.4_git20230717-r4
zlib@1.3.1-r0 > musl
`;

export const GATEWAY: DemoService = {
  name: 'demo-gateway',
  documents: [
    { format: 'cyclonedx', subject: 'gateway', type: 'golang', packages: PROGRAM },
    {
      format: 'cyclonedx',
      subject: 'registry.example.com/shop/gateway',
      image: 'registry.example.com/shop/gateway',
      type: 'apk',
      qualifiers: 'arch=aarch64&distro=alpine-3.19',
      packages: IMAGE,
    },
  ],
  versions: [
    { name: 'v0.9.0', changes: ['', ''] },
    {
      name: 'v0.10.0',
      aliases: ['production'],
      changes: ['golang.org/x/net@v0.17.0\ngoogle.golang.org/grpc@v1.58.3\ngithub.com/gin-gonic/gin@v1.9.1', ''],
    },
    {
      name: 'v0.11.0',
      changes: ['stdlib@1.22.5\ngolang.org/x/net@v0.26.0\ngolang.org/x/text@v0.16.0', 'libexpat@2.6.3-r0'],
    },
  ],
};
