/**
 * What the place of a secret says of it, and what it all comes to. In: path, name and look. Out: whether it is a credential, a
 * value for tests, an example, a text to be replaced or a hash, and one sentence why.
 */
import type { SecretLook } from '../secret-look'
import type { SecretSighting } from '../types'
import { purposeOfName } from './names'
import { isOfTestMode } from './patterns'
import type { Shown } from './shown'

export type Place = 'test' | 'example' | 'document' | 'ci' | 'compose' | undefined

const EXAMPLE =
  /(?:^|\/)\.?env[.-](?:[\w-]+\.)?(?:example|sample|template|dist|defaults?|tpl)$|\.(?:example|sample|template|dist|tmpl|tpl|stub)(?:\.\w+)?$|[_-](?:example|sample|template)$|(?:^|[/.-])(?:examples?|samples?|templates?)(?:\/|[.-][\w.]+$)/i
const TEST =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__fixtures__|__snapshots__|e2e|cypress|playwright|specs?|fixtures?|mocks?|stubs?|testdata|test-data|testing|test-?containers?|test-?(?:utils?|utilit(?:y|ies)|helpers?|kit|support|setup|harness)|(?:[\w.]+-)*test-?env(?:ironment)?|stories)\/|[._-](?:tests?|spec|cy|e2e|mock|stories|fixture)s?\.\w+$|(?:^|\/)config\/(?:test|testing|e2e)\.(?:json5?|ya?ml|toml)$|(?:^|\/)\.env[.-](?:tests?|testing|e2e|ci|mocks?)(?:\.\w+)?$|(?:^|\/)(?:test|ci)\.env$|(?:^|\/)tests?_\w+\.(?:sh|py|rb)$|(?:^|\/)(?:docker-)?compose[.-](?:[\w.-]*test[\w.-]*|(?:[\w-]+\.)*ci(?:\.[\w-]+)*)\.ya?ml$/i
/** `keyTestUtils.ts`: helpers and samples of tests that stand among the code. */
const OF_TESTS = /(?:^|\/)(?:test|\w*[a-z\d]Test)(?:Utils?|Helpers?|Data|Vectors?|Fixtures?|Cases?)\.\w+$/
const DOCUMENT =
  /\.(?:mdx?|markdown|rst|adoc|asciidoc|html?)$|(?:^|\/)(?:docs?|documentation)\/|(?:^|\/)readme[^/]*$|(?:^|[/.-])(?:openapi|swagger|asyncapi|insomnia|postman)[^/]*$/i
const CI =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.circleci|\.buildkite|\.semaphore|\.woodpecker)\/|(?:^|\/)(?:\.gitlab-ci[^/]*|\.travis\.ya?ml|\.drone\.ya?ml|appveyor\.ya?ml|azure-pipelines[^/]*|bitbucket-pipelines\.ya?ml|buildspec\.ya?ml|cloudbuild\.ya?ml|Jenkinsfile[^/]*|\.cirrus\.ya?ml)$/i
const COMPOSE = /(?:^|\/)(?:[\w.-]+[-_.])?compose[^/]*\.ya?ml$|(?:^|\/)\.devcontainer\//i

export function placeOf(path: string): Place {
  if (TEST.test(path) || OF_TESTS.test(path)) return 'test'
  if (CI.test(path)) return 'ci'
  if (EXAMPLE.test(path)) return 'example'
  if (DOCUMENT.test(path)) return 'document'
  return COMPOSE.test(path) ? 'compose' : undefined
}

const DEVELOPERS =
  /[._-](?:dev|develop|development|local|override)\.ya?ml$|(?:^|\/)(?:dev|develop|development|local)[._-][^/]*$|(?:^|\/)\.devcontainer\//i

/** What images of databases and queues are started with when nobody thinks of a password. */
const LOCAL_DEFAULT = /(?:^|[_.-])(?:pass|password|passwd|pwd)$|root_password|postgres|mysql|mongo|redis|rabbit|minio|sa_password|elastic|keycloak/i

/** Files that a program is set up with where it runs. */
const OF_THE_PROGRAM =
  /(?:^|\/)(?:\.env(?:\.(?:prod|production|staging|live))?|(?:config|settings|secrets?|credentials)(?:\.(?:prod|production|staging|live))?\.(?:json5?|ya?ml|toml|ini|properties))$/i

/** Files that set a program up on one developer's machine alone: `.env.local`, `.env.development`, `.dev.vars`. */
const OF_ONE_MACHINE = /(?:^|\/)(?:\.env(?:[.-](?!prod|staging|live)[\w-]+)?[.-](?:local|dev|development)|\.dev\.vars(?:\.\w+)?)$/i

/** What an editor starts the program with to look into it. */
const OF_EDITORS = /(?:^|\/)(?:\.vscode|\.idea|\.zed|\.fleet)\//

/** Files of commands that somebody calls by name. */
export const OF_COMMANDS = /(?:^|\/)(?:package\.json|Makefile|[Jj]ustfile|Taskfile\.ya?ml)$|\.mk$/

export type Weighed = Pick<SecretSighting, 'weight' | 'because'> & { confidence?: 'high' | 'medium' | 'low' }

interface Seen {
  pattern: string
  name: string
  look: SecretLook | 'hash'
  place: Place
  file: string
  /** Text after an address's password: `@localhost…`. */
  host?: string
  /** The file puts what it is for on the machine itself. */
  local?: boolean
  /** The line runs tests. */
  testRun?: boolean
  /** The file sets the program up on a developer's machine. */
  development?: boolean
  /** It is not set where it stands. */
  shown?: Shown
  /** Hosts of the certificate beside a key that nobody but the key itself has signed. */
  ownHosts?: readonly string[]
}

/** Hosts that no certificate is needed for but on one's own machine. */
const OWN_MACHINE =
  /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1|0:0:0:0:0:0:0:1|[\w.-]+\.(?:localhost|local|test|example|invalid)|example\.(?:com|org|net))$/i

export function weigh({
  pattern,
  name,
  look,
  place,
  file,
  host = '',
  local = false,
  testRun = false,
  development = false,
  shown,
  ownHosts,
}: Seen): Weighed {
  if (look === 'hash')
    return { weight: 'hash', because: 'It is a one-way hash of a password: it cannot be used as it is, but a weak password can be guessed from it.' }
  if (look === 'placeholder')
    return { weight: 'placeholder', because: 'The text is made of words that ask to be replaced, or of one character over and over.' }
  const isShape = pattern !== 'named-value' && pattern !== 'address-password' && pattern !== 'key-file'
  const isIssued = isShape && !/^(?:private-key|signed-token|putty-key|seed-phrase)/.test(pattern)
  if (place === 'test' && !isIssued) return { weight: 'test value', because: 'It stands in a file that only tests use.' }
  if (testRun && !isIssued) return { weight: 'test value', because: 'It is set for one run of tests.' }
  if (place === 'example' && !isIssued)
    return { weight: 'example', because: 'The file shows how settings are written; whoever copies it as it is runs with a published secret.' }
  if (place === 'document' && !isIssued && pattern !== 'private-key') return { weight: 'example', because: 'It stands in documentation.' }
  if (shown === 'example' && !isIssued && pattern !== 'private-key')
    return { weight: 'example', because: 'It stands among the examples of a description.' }
  if (shown === 'example' && !isIssued)
    return { weight: 'credential', because: 'It stands among the examples of a description, which nothing has to use.', confidence: 'low' }
  // A key for somebody else's service is worth the same wherever it stands; a key of the program's own is made up for the run.
  if (place === 'ci' && !isShape && (look !== 'random' || !/^(?:API key|delegated login|webhook signing)$/.test(purposeOfName(name) ?? '')))
    return { weight: 'test value', because: 'It is set for runs of the build server, which test the program with a secret of their own.' }
  if (local && !isShape && (place === 'ci' || place === 'compose'))
    return { weight: 'test value', because: 'The file starts the service that it is for on the machine itself, so that it opens nothing else.' }
  if (local && ((isShape && OF_ONE_MACHINE.test(file)) || (look === 'random' && OF_COMMANDS.test(file))))
    return {
      weight: 'credential',
      because: 'What it is for runs on the machine itself, as is said beside it: it opens nothing else.',
      confidence: 'low',
    }
  if (pattern === 'signed-token')
    return {
      weight: 'credential',
      because: 'It has the form of a signed token. Tokens expire, and nothing tells whether this one has.',
      confidence: 'low',
    }
  if (isOfTestMode(pattern))
    return {
      weight: 'credential',
      because: 'Its form is that of a secret that was given out for the test mode of its service: it reaches what is tried there, and no customer.',
      confidence: 'medium',
    }
  if (ownHosts && (pattern === 'private-key' || pattern === 'key-file')) {
    const isOfOwnMachine = ownHosts.length > 0 && ownHosts.every((host) => OWN_MACHINE.test(host))
    const whom = ownHosts.length === 0 ? 'and names no host' : `for \`${ownHosts.slice(0, 3).join('`, `')}\``
    return {
      weight: 'credential',
      because: `The certificate beside it is signed by nobody but itself, ${whom}, and no code of the program names the file: ${isOfOwnMachine ? 'such keys are made to try a server out.' : 'visitors are warned of it unless they were told to trust it.'}`,
      confidence: isOfOwnMachine ? 'low' : 'medium',
    }
  }
  if (isShape)
    return {
      weight: 'credential',
      because: 'Its form is that of a secret that was given out.',
      confidence: place === undefined || place === 'compose' ? 'high' : 'medium',
    }
  // What a program is really set up with was tried out there, and stays in the history.
  if (shown === 'comment' && !(look === 'random' && OF_THE_PROGRAM.test(file)))
    return { weight: 'credential', because: 'The line is commented out: it shows how the value is set, or was.', confidence: 'low' }
  if (shown === 'default') return { weight: 'credential', because: 'It is what a description says where nothing is given.', confidence: 'low' }
  if (pattern === 'address-password') {
    if (
      /^@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal|(?:db|database|postgres|mysql|mongo|mongodb|redis|rabbitmq)[:/])/i.test(
        host,
      ) &&
      look !== 'random'
    )
      return {
        weight: 'test value',
        because: 'The address leads to the machine itself or to a container beside the program, and the password is a word.',
      }
    return { weight: 'credential', because: 'An address holds user and password.', confidence: look === 'random' ? 'high' : 'medium' }
  }
  // What a developer's machine starts beside the program, with a password for that.
  if (DEVELOPERS.test(file) && place === 'compose')
    return {
      weight: 'credential',
      because: 'The file starts services on the machines of developers, and this is what they are started with.',
      confidence: 'low',
    }
  if (OF_EDITORS.test(file))
    return {
      weight: 'credential',
      because: 'An editor starts the program with it, on the machine of a developer.',
      confidence: 'low',
    }
  if (pattern === 'key-file') return { weight: 'credential', because: 'The file is named like a key and holds nothing else.', confidence: 'high' }
  if (look === 'digits') return { weight: 'credential', because: 'A row of digits stands where a password is expected.', confidence: 'low' }
  if (place === 'compose' && look === 'words' && LOCAL_DEFAULT.test(name))
    return { weight: 'test value', because: 'It is a plain word for a service that is started beside the program.' }
  if (look === 'random' && development)
    return {
      weight: 'credential',
      because: 'Its name says that it is a secret. The file sets the program up on the machine of a developer, so that it may be of use there alone.',
      confidence: 'medium',
    }
  if (look === 'random')
    return {
      weight: 'credential',
      because: 'Its name says that it is a secret, and it looks like one that a generator or a careful person made.',
      // Elsewhere a name says little: tokens of samples, identifiers, paths and what only a run on one machine needs are called the same.
      confidence: OF_THE_PROGRAM.test(file) && shown === undefined ? 'high' : 'medium',
    }
  return { weight: 'credential', because: 'Its name says that it is a secret.', confidence: purposeOfName(name) === undefined ? 'low' : 'medium' }
}
