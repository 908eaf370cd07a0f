/**
 * Maven and Gradle. https://maven.apache.org/guides/introduction/introduction-to-dependency-mechanism.html,
 * https://docs.gradle.org/current/userguide/dependency_constraints.html
 */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, toXmlLines } from './command.ts';

const COORDINATE = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z_.+-]*$/;
const PROPERTY_NOTE = 'If a property or a parent manages the version, change it there.';

export function writeMaven(request: CommandRequest): readonly Command[] | undefined {
  const { name, version, kind, classifier } = request;
  // `jar` is the default. In Gradle `@jar` would exclude the dependencies of the artifact.
  const type = request.type === 'jar' ? undefined : request.type;
  const [group = '', artifact = '', ...others] = name.split(':');
  const coordinates = [group, artifact, classifier, type].filter((each) => each !== undefined);
  const isSafe = others.length === 0 && coordinates.every((each) => isSafeName(each, COORDINATE));
  if (!isSafe || !isSafeVersion(version, VERSION)) return undefined;

  const isManaged = kind === 'override';
  const indent = isManaged ? '      ' : '  ';
  const members = toXmlLines(indent, [
    ['groupId', group],
    ['artifactId', artifact],
    ['version', version],
    ['type', type],
    ['classifier', classifier],
  ]);
  // A Gradle constraint applies to the module, whichever of its artifacts is used.
  const ofArtifact = isManaged || classifier === undefined ? [] : [classifier];
  const extension = isManaged || type === undefined ? '' : `@${type}`;
  const notation = [group, artifact, version, ...ofArtifact].join(':');
  const declaration = `implementation(${JSON.stringify(`${notation}${extension}`)})`;
  return [
    {
      manager: 'maven',
      form: 'file',
      file: 'pom.xml',
      text: isManaged ? toManaged(members) : `<dependency>\n${members}\n</dependency>`,
      note: PROPERTY_NOTE,
    },
    {
      manager: 'gradle',
      form: 'file',
      file: 'build.gradle',
      text: isManaged ? `dependencies {\n  constraints {\n    ${declaration}\n  }\n}` : declaration,
    },
  ];
}

function toManaged(members: string): string {
  return [
    '<dependencyManagement>',
    '  <dependencies>',
    '    <dependency>',
    members,
    '    </dependency>',
    '  </dependencies>',
    '</dependencyManagement>',
  ].join('\n');
}
