/** What is said of images and services, by form of fault. */
import type { Advice } from '../fault-rule'

/** Versions that are looked after longest, by image; as of the table of ends in link. */
const SUPPORTED = new Map(Object.entries({ node: '24', mongo: '8.0', postgres: '17', mysql: '8.4', python: '3.13', redis: '7.4', ubuntu: '24.04' }))

const plainName = (image = '') => image.slice(image.lastIndexOf('/') + 1)

export const container: Record<string, Advice> = {
  'root user': {
    title: 'The container runs as root',
    impact: 'Medium',
    reason: 'A fault in the program gives its finder root inside the container, and a fault in the engine or a mount gives the host.',
    text: 'Select a user without rights in the last stage, after the files are in place.',
    code: (_, { at }) =>
      /^(?:CMD|ENTRYPOINT|FROM|USER)/i.test(at.text)
        ? /^(?:CMD|ENTRYPOINT)/i.test(at.text)
          ? `USER node\n${at.text}`
          : 'USER node'
        : 'user: "1000:1000"',
  },
  'floating tag': {
    title: 'The base image has no fixed version',
    impact: 'Low',
    reason: 'A build that worked yesterday fails or behaves otherwise today, and nobody changed anything.',
    text: 'Name the version that was tested; with a digest behind it two builds are the same to the byte.',
    code: ({ image = '', tag = '', service }) => {
      const version = SUPPORTED.get(plainName(image))
      if (!version) return undefined
      const flavour = /alpine|slim|bookworm|bullseye|trixie/.exec(tag)?.[0]
      const full = `${image}:${version}${flavour ? `-${flavour}` : ''}`
      return service === undefined ? `FROM ${full}` : `image: ${full}`
    },
  },
  'unsupported version': {
    title: '{subject} is no longer looked after',
    impact: 'Medium',
    reason: 'Faults that are found now, holes among them, are not mended in this version any more.',
    text: 'Move to a version that its makers look after, and test with it.',
    code: ({ image = '', service }, { at }) => {
      const version = SUPPORTED.get(plainName(image))
      if (!version) return undefined
      if (/^FROM/i.test(at.text))
        return at.text.replace(/:[\w.-]+/, (tag) => `:${version}${/-(?:alpine|slim|bookworm|bullseye)/.exec(tag)?.[0] ?? ''}`)
      return service !== undefined ? `image: ${image}:${version}` : image === 'node' ? 'node-version: 24' : undefined
    },
  },
  'add instead of copy': {
    title: '`ADD` where `COPY` is meant',
    impact: 'Low',
    reason: 'What looks like a copy unpacks archives that somebody puts there.',
    text: 'Use `COPY` for files of the project.',
    code: (_, { at }) => at.text.replace(/^ADD/i, 'COPY'),
  },
  'unchecked download': {
    title: 'A file is fetched without a checksum',
    impact: 'Medium',
    reason: 'Whoever controls the address, or the way to it, decides what is in the image.',
    text: 'Add the checksum of the file that was looked at.',
    code: (_, { at }) => at.text.replace(/^ADD\s+/i, 'ADD --checksum=sha256:… '),
  },
  'environment file in the image': {
    title: 'The environment file is copied into the image',
    impact: 'High',
    reason: 'Its secrets are in a layer for good, even if a later one deletes the file.',
    text: 'Leave the file out, by `.dockerignore` too, and hand its values in when the container starts.',
    code: () => '# .dockerignore\n.env*\n!.env.example',
  },
  'no dockerignore': {
    title: 'Everything in the folder ends up in the image',
    impact: 'Medium',
    reason:
      'Local settings and the whole history can be read by everybody who can pull the image, and modules of another system overwrite those that were installed.',
    text: 'Leave out what the program does not need.',
    code: () => '# .dockerignore\n.git\nnode_modules\n.env*\n!.env.example\ncoverage',
  },
  'secret as build argument': {
    title: '{subject} is handed in as a build argument',
    impact: 'Medium',
    reason: 'Arguments stand in the history of the image, which `docker history` prints.',
    text: 'Mount it as a secret for the one instruction that needs it.',
    code: ({ name = 'TOKEN' }) => `RUN --mount=type=secret,id=${name.toLowerCase()} ${name}="$(cat /run/secrets/${name.toLowerCase()})" npm ci`,
  },
  'secret in the image': {
    title: '{subject} is set in the image',
    impact: 'High',
    reason: 'The value is the same wherever the image runs, and everybody who can pull it can read it.',
    text: 'Take the line out, replace the value that was published, and hand it in when the container starts.',
    code: ({ name = 'TOKEN' }) => `# docker run --env-file production.env …, or a secret of the orchestrator\n# ${name} is not set in the image`,
  },
  'piped installer': {
    title: 'A script from the network is run as it comes',
    impact: 'Medium',
    reason: 'What is installed is decided by whoever controls the address on the day of the build.',
    text: 'Install a version from a package source, or fetch the script, compare its checksum, and run it then.',
    code: () => 'ADD --checksum=sha256:… https://example.com/install.sh /tmp/install.sh\nRUN sh /tmp/install.sh',
  },
  'writable by all': {
    title: 'Files are writable by everybody',
    impact: 'Low',
    reason: 'A fault in the program lets its own code be changed.',
    text: 'Give the files to the user that runs the program, and write access only where it writes.',
    code: () => 'COPY --chown=node:node . .',
  },
  'no health check': {
    title: 'Nothing asks whether the container still answers',
    impact: 'Low',
    reason: 'A program that hangs is not started again, and still gets requests.',
    text: 'Add a check, here or in the orchestrator.',
    code: () =>
      "HEALTHCHECK --interval=30s --timeout=3s CMD node -e \"fetch('http://localhost:' + (process.env.PORT || 3000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))\"",
  },
  'privileged container': {
    title: 'A container has all rights of the host',
    impact: 'High',
    reason: 'Whoever gets into the container has the machine, and every other container on it.',
    text: 'Take `privileged` away, and give the single capability that is needed.',
    code: () => 'cap_drop: [ALL]\ncap_add: [NET_BIND_SERVICE]',
  },
  'host namespace': {
    title: 'A container shares a namespace with the host',
    impact: 'Medium',
    reason: 'It sees, and reaches, what else runs on the machine.',
    text: 'Publish the ports that are needed in its place.',
  },
  'broad capability': {
    title: 'A container may take nearly every right',
    impact: 'Medium',
    reason: 'The capability opens ways out of the container.',
    text: 'Drop all capabilities, and add the one that is needed.',
    code: () => 'cap_drop: [ALL]',
  },
  'container engine handed in': {
    title: 'A container controls the container engine',
    impact: 'High',
    reason: 'Through the socket it starts containers with any right on the host.',
    text: 'Put a proxy in front that allows what is needed, or do without the socket.',
  },
  'database port open': {
    title: 'The port of {subject} is open on the host',
    impact: 'Medium',
    reason: 'Where the file is used on a server, the data answer to the whole network; published ports go past many firewalls.',
    text: 'Leave `ports` away, since services reach each other without; for a developer’s machine bind it to that machine.',
    code: ({ port = '5432:5432' }) => `ports:\n  - "127.0.0.1:${port.includes(':') ? port : `${port}:${port}`}"`,
  },
  'sources mounted in production': {
    title: 'Production runs the working copy of {subject}',
    impact: 'Medium',
    reason: 'What was built and tested is not what runs, and a change of a file changes production.',
    text: 'Move the mount into the file for development.',
    code: ({ service = 'app' }, { at }) => `# docker-compose.dev.yml\nservices:\n  ${service}:\n    volumes:\n      ${at.text}`,
  },
}
