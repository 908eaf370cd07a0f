/** Vulnerabilities that require a certain processor or a certain version of the language runtime. */
import { itemsOf } from '../written-item.ts';

export const processorItems = itemsOf('core', [
  {
    id: 'arch-32-bit-length',
    of: 'Go example.org/codec/frames v1.2.3',
    title: 'Length of a frame overflows',
    details:
      'The length of a frame is multiplied before it is checked. On 386 the product overflows and a short buffer is allocated; 64-bit builds compute it with room to spare and are not affected.',
    needs: [['arch', '386', 'On 386 the product overflows and a short buffer is allocated']],
    is: 'requires_environment',
    because: 'The service runs on amd64.',
    platforms: [{ os: [], arch: ['386'] }],
  },
  {
    id: 'arch-arm64-barrier',
    of: 'crates.io lock-free-ring 0.5.2',
    title: 'Reader sees half of an entry',
    details:
      'A missing barrier lets a reader see an entry before all of it was written. The order of writes that this needs can occur on arm64 only, and the crate was shown to leak memory of other requests there.',
    needs: [['arch', 'arm64', 'can occur on arm64 only']],
    is: 'requires_environment',
    because: 'The service runs on amd64.',
  },
  {
    id: 'arch-s390x-byte-order',
    of: 'Debian libnumerals0 4.2-1',
    title: 'Big-endian machines read the wrong end of a key',
    details:
      'Keys shorter than a word are read from the wrong end, which makes them easy to guess. The routine is assembled for s390x; no other processor uses it.',
    needs: [['arch', 's390x', 'The routine is assembled for s390x; no other processor uses it']],
    is: 'requires_environment',
    because: 'The routine is not in a package for amd64.',
  },
  {
    id: 'arch-riscv-vector',
    of: 'Alpine libfastsum 1.9.0-r1',
    title: 'Vector code writes past the end',
    details:
      'The sum of an input whose length is odd is written one element too far. The faulty loop is part of the vector code for riscv64, which no other build contains.',
    needs: [
      ['arch', 'riscv64', 'The faulty loop is part of the vector code for riscv64, which no other build contains'],
    ],
    is: 'requires_environment',
    because: 'The service runs on arm64.',
    profile: { 'runtime.arch': ['arm64'] },
  },
  {
    id: 'arch-ppc64le-random',
    of: 'Red Hat entropy-mill 3.0-7.el9',
    title: 'Random numbers repeat after a fork',
    details:
      'Parent and child give out the same numbers after a fork. The check for a fork is missing in the code path for ppc64le; all other processors take the common path, which has the check.',
    needs: [['arch', 'ppc64le', 'The check for a fork is missing in the code path for ppc64le']],
    is: 'requires_environment',
    because: 'The service runs on amd64.',
  },
  {
    id: 'arch-arm-two-images',
    of: 'npm native-hash 2.2.0',
    title: 'Prebuilt add-on reads before its input',
    details:
      'The prebuilt add-on for 32-bit ARM reads bytes that lie before its input and may return them. Add-ons for 64-bit processors were built from other sources and do not have the flaw.',
    needs: [['arch', 'arm', 'The prebuilt add-on for 32-bit ARM reads bytes that lie before its input']],
    is: 'requires_environment',
    because: 'All images are built for amd64 and arm64.',
    profile: { 'runtime.arch': ['amd64', 'arm64'] },
  },
  {
    id: 'arch-ours-among-two',
    of: 'npm native-hash-two 2.2.0',
    title: 'Prebuilt add-on reads after its input',
    details:
      'The prebuilt add-on for arm64 reads bytes that lie after its input and returns them to the caller. Only arm64 machines load this add-on.',
    needs: [['arch', 'arm64', 'Only arm64 machines load this add-on']],
    is: 'relevant',
    because: 'One of the images is built for arm64.',
    profile: { 'runtime.arch': ['amd64', 'arm64'] },
  },
  {
    id: 'arch-avx-everywhere',
    of: 'PyPI quick-matrix 1.3.3',
    title: 'Product of matrices reads unowned memory',
    details:
      'The product of two narrow matrices reads memory that is not theirs. It was first seen with AVX2 on amd64 and has since been confirmed for the plain code as well.',
    needs: [['arch', 'amd64', 'It was first seen with AVX2 on amd64', 'helps']],
    is: 'relevant',
    because: 'The plain code is concerned too.',
    profile: { 'runtime.arch': ['arm64'] },
  },
  {
    id: 'arch-our-own',
    of: 'Ubuntu libfastcopy2 2.4-0ubuntu1',
    title: 'Overlapping copies are torn',
    details:
      'Copies whose ends overlap are torn in the code that was written for amd64, and only amd64 packages are rebuilt. What is torn may be the header of a record that is trusted later.',
    needs: [['arch', 'amd64', 'only amd64 packages are rebuilt']],
    is: 'relevant',
    because: 'amd64 is what the service runs on.',
  },
]);

export const runtimeItems = itemsOf('core', [
  {
    id: 'runtime-old-java-serial-filter',
    of: 'Maven org.example:bean-wire 4.4.1',
    title: 'Objects are read without a filter',
    details:
      'bean-wire reads objects without setting a filter. Java 17 and newer refuse the classes that the known chain needs, so the flaw can be used with Java versions before 17 only.',
    needs: [['language_version', '<17', 'the flaw can be used with Java versions before 17 only']],
    is: 'requires_environment',
    because: 'The service runs Java 21.',
    cwes: ['CWE-502'],
    score: 8.1,
  },
  {
    id: 'runtime-old-node-url',
    of: 'npm link-guard 1.0.6',
    title: 'Host is taken from the wrong part of an address',
    details:
      'link-guard uses the legacy parser of addresses when the newer one is missing, which is the case on Node.js before 10. On those versions a user name is taken for the host, and the guard is passed.',
    needs: [['language_version', '<10', 'which is the case on Node.js before 10']],
    is: 'requires_environment',
    because: 'The service runs Node.js 22.',
  },
  {
    id: 'runtime-python2-pickle',
    of: 'PyPI shelf-cache 0.9.9',
    title: 'Cached values are unpickled',
    details:
      'Under Python 2 values of the cache are stored as pickles and read back without a check. Under Python 3 they are stored as JSON. Deployments on Python 3.0 or newer need not act.',
    needs: [['language_version', '<3', 'Deployments on Python 3.0 or newer need not act']],
    is: 'requires_environment',
    because: 'The service runs Python 3.12.',
    cwes: ['CWE-502'],
  },
  {
    id: 'runtime-php-juggling',
    of: 'Packagist example/token-check 2.1.0',
    title: 'Tokens that look like numbers are taken for equal',
    details:
      'Tokens are compared loosely. PHP versions before 8.0 take two strings for numbers when both look like one, and "0e12" then equals "0e34". The comparison of newer versions does not.',
    needs: [['language_version', '<8.0', 'PHP versions before 8.0 take two strings for numbers']],
    is: 'requires_environment',
    because: 'The service runs PHP 8.3.',
    cwes: ['CWE-697'],
  },
  {
    id: 'runtime-go-header-fold',
    of: 'Go example.org/proxy/thin v0.7.0',
    title: 'Folded headers split a request',
    details:
      'thin hands folded headers on as they are. Programs that are built with Go 1.20 or older do not reject them, and two requests are made out of one. Programs built with later versions of Go are not vulnerable.',
    needs: [['language_version', '<=1.20', 'Programs that are built with Go 1.20 or older do not reject them']],
    is: 'requires_environment',
    because: 'It was built with Go 1.23.',
    cwes: ['CWE-444'],
  },
  {
    id: 'runtime-ruby-open',
    of: 'RubyGems fetch-file 0.6.0',
    title: 'Address that begins with a pipe starts a program',
    details:
      'fetch-file hands the address to Kernel#open. Ruby interpreters older than 3.0 start a program if the address begins with a pipe. With Ruby 3.0 and later the library used here raises an error instead.',
    needs: [['language_version', '<3.0', 'Ruby interpreters older than 3.0 start a program']],
    is: 'requires_environment',
    because: 'The service runs Ruby 3.3.',
    cwes: ['CWE-78'],
  },
  {
    id: 'runtime-dotnet-xml',
    of: 'NuGet Example.Feeds.Reader 6.1.0',
    title: 'Entities of a feed are resolved',
    details:
      'The reader leaves the resolver of entities at its default. On .NET 5 and earlier the default fetches what an entity points at, and internal addresses can be read. Later runtimes default to no resolver.',
    needs: [['language_version', '<=5', 'On .NET 5 and earlier the default fetches what an entity points at']],
    is: 'requires_environment',
    because: 'The service runs .NET 8.',
    cwes: ['CWE-611'],
    profile: { 'input.acceptsUntrusted': ['http-body', 'xml'] },
  },
  {
    id: 'runtime-new-node-permission',
    of: 'npm sandbox-box 3.3.0',
    title: 'Worker escapes the permission model',
    details:
      'A worker that is started with an inherited option keeps the permissions of its parent. The option came with Node.js 23, so the flaw exists on Node.js 23 and newer; earlier lines do not know it.',
    needs: [['language_version', '>=23', 'the flaw exists on Node.js 23 and newer']],
    is: 'requires_environment',
    because: 'The service runs Node.js 22.',
  },
  {
    id: 'runtime-inside-range',
    of: 'Maven org.example:virtual-pool 1.0.2',
    title: 'Pinned thread keeps the context of another user',
    details:
      'With virtual threads the context of one request may be seen by the next. Virtual threads need Java 21 or newer, so services on Java 21 and above have to upgrade.',
    needs: [['language_version', '>=21', 'services on Java 21 and above have to upgrade']],
    is: 'relevant',
    because: 'The service runs Java 21.0.5.',
  },
  {
    id: 'runtime-other-language',
    of: 'PyPI node-bridge 2.0.0',
    title: 'Bridge trusts what the other side prints',
    details:
      'node-bridge starts Node.js beside the Python program and trusts what it prints. With Node.js before 18 a crash prints the environment. The bridge downloads its own Node.js 16 when it is installed.',
    needs: [['language_version', '<18', 'With Node.js before 18 a crash prints the environment']],
    is: 'relevant',
    because: 'The Node.js in question is the one of the bridge; the profile knows of Python alone.',
  },
  {
    id: 'runtime-boundary-version',
    of: 'npm cookie-tin 5.5.0',
    title: 'Cookies are split at the wrong sign',
    details:
      'cookie-tin splits cookies with a method that misreads quoted values. Node.js up to and including 22.11.0 is concerned; from 22.12.0 on the method was corrected, and older lines have it all.',
    needs: [['language_version', '<=22.11.0', 'Node.js up to and including 22.11.0 is concerned']],
    is: 'relevant',
    because: 'The service runs 22.11.0, the last version that is concerned.',
  },
]);
