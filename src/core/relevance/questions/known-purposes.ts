/**
 * What packages are for, as far as it decides whether their vulnerabilities matter: programs that a service starts or not,
 * technologies that it uses or not, and formats that it reads or not. Only packages that serve this one purpose are listed;
 * libraries that others use silently (zlib, OpenSSL, glibc) are not. Names have no trailing version: `python`, `libtiff`.
 */
import { DISTRIBUTION_FAMILIES } from '../../vocabulary/package.ts';
import type { QuestionKind } from '../../vocabulary/question.ts';

export interface Purpose {
  readonly kind: Extract<QuestionKind, 'program' | 'technology' | 'input' | 'feature'>;
  readonly subject: string;
  /** Only for vulnerabilities with one of these weaknesses; absent: all of them. */
  readonly cwes?: readonly string[];
}

type NamesBySubject = Readonly<Record<string, string>>;

/** Packages of Linux distributions, by the names of source and binary packages. */
const DISTRIBUTION_PROGRAMS: NamesBySubject = {
  Vim: 'vim vim-common vim-enhanced vim-minimal vim-runtime vim-tiny vim-filesystem vim-data xxd',
  Emacs: 'emacs emacs-filesystem emacs-common',
  nano: 'nano',
  less: 'less',
  'GNU tar': 'tar',
  cpio: 'cpio',
  unzip: 'unzip',
  patch: 'patch',
  wget: 'wget',
  rsync: 'rsync',
  sudo: 'sudo',
  screen: 'screen',
  tmux: 'tmux',
  Git: 'git git-man git-core perl-git',
  Mercurial: 'mercurial mercurial-common',
  Subversion: 'subversion subversion-libs libsvn',
  'GNU binutils (objdump, readelf, ld)':
    'binutils binutils-common binutils-gold binutils-x86-64-linux-gnu binutils-aarch64-linux-gnu libbinutils libctf libctf-nobfd libgprofng',
  'GDB (the GNU debugger)': 'gdb gdb-gdbserver gdb-headless',
  'GnuPG (gpg)': 'gnupg gpg gpgv gpg-agent gnupg-l10n gnupg-utils dirmngr gpgsm gpgconf',
  'user account tools (login, su, passwd, useradd)': 'shadow login passwd shadow-utils',
  'file system tools (fsck, mke2fs)': 'e2fsprogs e2fsprogs-libs',
  'a package manager (apt, dpkg, rpm, dnf or apk)':
    'apt dpkg rpm dnf yum apk-tools rpm-libs libapt-pkg zypper libzypp libsolv librepo libdnf microdnf',
  Perl: 'perl perl-base perl-libs perl-modules libperl perl-interpreter perl-core',
  Python:
    'python python-minimal python3-minimal libpython libpython-minimal libpython-stdlib libpython3-stdlib python3-libs python-libs platform-python python3-dev python-dev libpython-dev libpython3-dev python3-devel python-devel',
  Ruby: 'ruby libruby ruby-libs ruby-dev',
  PHP: 'php php-common php-cli php-fpm php-libs',
  Java: 'openjdk openjdk-jre openjdk-jdk java-openjdk java-openjdk-headless',
  'Tcl or Tk': 'tcl tk libtcl libtk',
};

const DISTRIBUTION_TECHNOLOGIES: NamesBySubject = {
  'curl or libcurl':
    'curl libcurl libcurl3-gnutls libcurl-gnutls libcurl-minimal curl-minimal libcurl4-openssl-dev libcurl-devel',
  'Kerberos or GSSAPI':
    'krb krb5 krb5-libs libkrb libkrb5 libkrb5support libgssapi-krb libk5crypto krb5-locales heimdal libkadm5clnt-mit libkadm5srv-mit libkdb krb5-multidev libkrb5-dev',
  LDAP: 'openldap libldap libldap-common openldap-clients',
  SSH: 'openssh openssh-client openssh-server openssh-sftp-server openssh-clients openssh-keygen openssh-client-common libssh libssh-config',
  'MySQL or MariaDB':
    'mysql mariadb mysql-common mariadb-common mysql-client mariadb-client libmysqlclient libmysqlclient-dev libmariadb libmariadb-dev libmariadb-dev-compat mariadb-connector-c mariadb-connector-c-config mysql-libs default-libmysqlclient-dev',
  PostgreSQL: 'postgresql libpq libpq-dev postgresql-client postgresql-libs postgresql-common',
  SQLite: 'sqlite libsqlite sqlite-libs sqlite-dev libsqlite3-dev sqlite-devel',
  'a graphical user interface (X11, Wayland, GTK)':
    'libx libx11 libx11-data libx11-xcb libxpm libxcursor libxfont libxi libxrender libxrandr libxfixes libxtst mesa libgl-mesa-dri libglx-mesa libgtk gtk+ gtk3 libx11-common xorg-server xvfb wayland',
  'printing (CUPS)': 'cups libcups cups-libs',
  Bluetooth: 'bluez libbluetooth bluez-libs',
  'SMB file shares (Samba)': 'samba libsmbclient samba-libs libwbclient samba-common samba-client-libs',
  'Avahi (multicast DNS)': 'avahi libavahi-client libavahi-common libavahi-common-data avahi-libs',
  'BIND (DNS server, dig, nslookup)': 'bind9 bind bind-libs bind-utils bind9-host bind9-dnsutils bind9-libs bind-tools',
  'Apache HTTP Server': 'apache apache2 httpd apache2-utils apache2-bin httpd-tools',
  nginx: 'nginx nginx-core nginx-common',
};

const DISTRIBUTION_INPUTS: NamesBySubject = {
  image:
    'imagemagick imagemagick-common ImageMagick ImageMagick-libs graphicsmagick tiff libtiff libtiff-dev libtiffxx libwebp libwebpmux libwebpdemux libpng libjpeg-turbo libjpeg62-turbo libjpeg libjpeg-turbo8 openjpeg libopenjp2 openjpeg2 libopenjp libgif giflib libgd gd librsvg librsvg2-common libheif libde265 openexr libopenexr libilmbase ilmbase libjbig jbigkit lcms liblcms libexif exiv2 libexiv jasper libjasper netpbm netpbm-free gdk-pixbuf libgdk-pixbuf libgdk-pixbuf2.0 libraw openjpeg2-tools',
  media:
    'ffmpeg libavcodec libavdevice libavfilter libavformat libavutil libpostproc libswresample libswscale libvpx x264 libx264 x265 libx265 aom libaom dav1d libdav1d libsndfile flac libflac lame libmp3lame gst-plugins-base1.0 gst-plugins-good1.0 gst-plugins-bad1.0 libgstreamer gstreamer1.0 libtheora libvorbis',
  font: 'freetype libfreetype freetype-dev',
  pdf: 'poppler libpoppler poppler-utils ghostscript libgs libgs-common mupdf qpdf libqpdf',
  xml: 'libxml libxml2 libxml2-dev libxml2-utils expat libexpat libexpat1-dev libxslt libxslt1.1 xerces-c libxerces-c',
  yaml: 'libyaml yaml-cpp',
  archive: 'libarchive libarchive13 p7zip 7zip',
};

/** Packages of language ecosystems, by family. */
const LANGUAGE_PURPOSES: Readonly<Record<string, readonly (Purpose & { readonly names: string })[]>> = {
  npm: [
    { kind: 'program', subject: 'npm', names: 'npm' },
    {
      kind: 'program',
      subject: 'a development server (webpack-dev-server, Vite, http-server)',
      names: 'webpack-dev-server webpack-dev-middleware vite http-server live-server browser-sync parcel',
    },
    {
      kind: 'input',
      subject: 'archive',
      names: 'tar adm-zip unzipper decompress decompress-tar tar-fs jszip extract-zip',
    },
    {
      kind: 'input',
      subject: 'xml',
      names: 'xml2js fast-xml-parser xmldom @xmldom/xmldom libxmljs libxmljs2 xml-crypto sax xpath.js',
    },
    { kind: 'input', subject: 'yaml', names: 'js-yaml yaml' },
    { kind: 'input', subject: 'markdown', names: 'marked markdown-it showdown remarkable remark-html' },
    { kind: 'input', subject: 'image', names: 'sharp jimp image-size gm' },
    { kind: 'input', subject: 'pdf', names: 'pdfjs-dist' },
    { kind: 'input', subject: 'office', names: 'xlsx exceljs' },
  ],
  PyPI: [
    { kind: 'program', subject: 'pip or setuptools', names: 'pip setuptools wheel virtualenv pipenv' },
    { kind: 'program', subject: 'Mercurial', names: 'mercurial' },
    { kind: 'input', subject: 'image', names: 'pillow' },
    { kind: 'input', subject: 'xml', names: 'lxml defusedxml xmltodict' },
    { kind: 'input', subject: 'yaml', names: 'pyyaml ruamel.yaml' },
    { kind: 'input', subject: 'pdf', names: 'pypdf pypdf2 pdfminer.six pymupdf' },
    { kind: 'input', subject: 'markdown', names: 'markdown markdown2 mistune' },
    { kind: 'technology', subject: 'SSH', names: 'paramiko asyncssh' },
  ],
  Maven: [
    {
      kind: 'feature',
      subject: 'polymorphic type handling of Jackson (default typing, or @JsonTypeInfo with class names)',
      cwes: ['CWE-502', 'CWE-913', 'CWE-96'],
      names: 'com.fasterxml.jackson.core:jackson-databind org.codehaus.jackson:jackson-mapper-asl',
    },
    {
      kind: 'input',
      subject: 'java',
      cwes: ['CWE-502'],
      names:
        'commons-collections:commons-collections org.apache.commons:commons-collections4 commons-beanutils:commons-beanutils org.codehaus.groovy:groovy org.codehaus.groovy:groovy-all com.mchange:c3p0',
    },
    { kind: 'input', subject: 'yaml', names: 'org.yaml:snakeyaml com.esotericsoftware.yamlbeans:yamlbeans' },
    { kind: 'input', subject: 'xstream', names: 'com.thoughtworks.xstream:xstream' },
    {
      kind: 'input',
      subject: 'xml',
      names:
        'xerces:xercesImpl com.fasterxml.woodstox:woodstox-core org.codehaus.woodstox:woodstox-core-asl dom4j:dom4j org.dom4j:dom4j org.jdom:jdom org.jdom:jdom2 xalan:xalan org.apache.santuario:xmlsec com.sun.xml.bind:jaxb-impl net.sourceforge.nekohtml:nekohtml org.jsoup:jsoup org.apache.xmlbeans:xmlbeans',
    },
    {
      kind: 'input',
      subject: 'archive',
      names:
        'org.apache.commons:commons-compress net.lingala.zip4j:zip4j com.github.junrar:junrar org.codehaus.plexus:plexus-archiver',
    },
    {
      kind: 'input',
      subject: 'office',
      names: 'org.apache.poi:poi org.apache.poi:poi-ooxml org.apache.poi:poi-scratchpad org.docx4j:docx4j',
    },
    {
      kind: 'input',
      subject: 'pdf',
      names: 'org.apache.pdfbox:pdfbox org.apache.pdfbox:fontbox com.itextpdf:itextpdf',
    },
    {
      kind: 'technology',
      subject: 'SSH',
      names: 'org.apache.sshd:sshd-common org.apache.sshd:sshd-core com.jcraft:jsch com.hierynomus:sshj',
    },
  ],
  RubyGems: [
    { kind: 'program', subject: 'RubyGems or Bundler', names: 'rubygems-update bundler' },
    { kind: 'program', subject: 'RDoc or YARD', names: 'rdoc yard' },
    { kind: 'input', subject: 'xml', names: 'nokogiri rexml loofah ox libxml-ruby' },
    { kind: 'input', subject: 'markdown', names: 'commonmarker kramdown redcarpet' },
    { kind: 'input', subject: 'archive', names: 'rubyzip' },
  ],
  Go: [
    { kind: 'input', subject: 'yaml', names: 'gopkg.in/yaml.v2 gopkg.in/yaml.v3 gopkg.in/yaml sigs.k8s.io/yaml' },
    { kind: 'input', subject: 'archive', names: 'github.com/mholt/archiver github.com/mholt/archiver/v3' },
  ],
  NuGet: [
    {
      kind: 'program',
      subject: 'NuGet',
      names: 'nuget.protocol nuget.common nuget.packaging nuget.commands nuget.commandline.xplat',
    },
    { kind: 'input', subject: 'image', names: 'system.drawing.common sixlabors.imagesharp' },
  ],
  Packagist: [
    { kind: 'input', subject: 'office', names: 'phpoffice/phpspreadsheet phpoffice/phpexcel' },
    { kind: 'input', subject: 'markdown', names: 'league/commonmark' },
  ],
};

type NamedPurposes = readonly (readonly [Purpose, string])[];

const DISTRIBUTION_PURPOSES: NamedPurposes = [
  ...toPurposes('program', DISTRIBUTION_PROGRAMS),
  ...toPurposes('technology', DISTRIBUTION_TECHNOLOGIES),
  ...toPurposes('input', DISTRIBUTION_INPUTS),
];

const PURPOSES: readonly (readonly [string, NamedPurposes])[] = [
  ...DISTRIBUTION_FAMILIES.map((family) => [family, DISTRIBUTION_PURPOSES] as const),
  ...Object.entries(LANGUAGE_PURPOSES).map(
    ([family, purposes]) => [family, purposes.map(({ names, ...purpose }) => [purpose, names] as const)] as const,
  ),
];

const BY_FAMILY: ReadonlyMap<string, ReadonlyMap<string, Purpose>> = new Map(
  PURPOSES.map(([family, purposes]) => [
    family,
    new Map(purposes.flatMap(([purpose, names]) => names.split(' ').map((name) => [name, purpose]))),
  ]),
);

/** All names of each family, to find those with two purposes. */
export function listNames(): readonly (readonly [string, readonly string[]])[] {
  return PURPOSES.map(([family, purposes]) => [family, purposes.flatMap(([, names]) => names.split(' '))]);
}

/** Finds the purpose by the name of the component, or by the name under which its advisories were found. */
export function findPurpose(family: string, names: readonly string[]): Purpose | undefined {
  const index = BY_FAMILY.get(family);
  if (index === undefined) return undefined;
  for (const name of names) {
    const found = index.get(name) ?? index.get(withoutVersion(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function toPurposes(kind: Purpose['kind'], table: NamesBySubject): NamedPurposes {
  return Object.entries(table).map(([subject, names]) => [{ kind, subject }, names]);
}

/** `python3.8` and `mariadb-10.3` become `python` and `mariadb`. */
function withoutVersion(name: string): string {
  let end = name.length;
  while (end > 0 && '0123456789.'.includes(name.charAt(end - 1))) end -= 1;
  if (end < name.length && name.charAt(end - 1) === '-') end -= 1;
  return name.slice(0, end);
}
