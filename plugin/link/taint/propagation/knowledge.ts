/** What is known of a program before the first fact, and asked while facts are spread. In: the linked program. Out: one answerer a question. */
import { Kind } from '../../../graph'
import type { SinkModel } from '../../flow-models'
import type { Linked } from '../../linked'
import { AllowedCharacters } from '../allowed-characters'
import { Assurances } from '../assurances'
import { Boxes } from '../boxes'
import { Components } from '../components'
import { Conditions } from '../conditions'
import { FreshResults } from '../fresh-results'
import { type GatewayAnswer, gatewayAnswers } from '../gateway-answers'
import { Holders } from '../holders'
import { instructions } from '../instructions'
import { ListedNames } from '../listed-names'
import { Methods } from '../methods'
import { OwnJobs } from '../own-jobs'
import { Schemas } from '../schemas'
import { ShellWords } from '../shell-words'
import { Templates } from '../templates'
import { returnedSinksOf } from './returned-sinks'
import { isWhen } from './sink-conditions'

export interface Knowledge {
  linked: Linked
  conditions: Conditions
  assurances: Assurances
  methods: Methods
  schemas: Schemas
  shellWords: ShellWords
  holders: Holders
  boxes: Boxes
  freshResults: FreshResults
  listedNames: ListedNames
  jobs: OwnJobs
  components: Components
  templates: Templates
  /** Values that other files or instances see by a name: their successors in the solver go on. */
  published: ReadonlySet<number>
  returnedSinks: ReadonlyMap<number, readonly SinkModel[]>
  /** What instructs a language model, each with its message. */
  instructed: ReadonlyMap<number, number>
  /** Parts of what functions answer a gateway, each with what a browser makes of it. */
  answered: ReadonlyMap<number, GatewayAnswer>
}

export function knowledgeOf(linked: Linked): Knowledge {
  const conditions = new Conditions(linked)
  const methods = new Methods(linked, conditions)
  const schemas = new Schemas(linked, conditions)
  const holders = new Holders(linked, methods, conditions)
  return {
    linked,
    conditions,
    assurances: new Assurances(linked, conditions),
    methods,
    schemas,
    shellWords: new ShellWords(linked, new AllowedCharacters(linked, conditions, schemas)),
    holders,
    boxes: new Boxes(linked),
    freshResults: new FreshResults(linked, holders, methods),
    listedNames: new ListedNames(linked, conditions),
    jobs: new OwnJobs(linked),
    components: new Components(linked),
    templates: new Templates(linked),
    published: publishedOf(linked),
    returnedSinks: returnedSinksOf(linked),
    instructed: instructions(linked, conditions, (call, { when }) => !when || isWhen(linked, call, when)),
    answered: gatewayAnswers(linked),
  }
}

function publishedOf({ whole }: Linked): Set<number> {
  const published = new Set<number>()
  for (const list of whole.exports) for (const { node } of list) published.add(node)
  for (const list of whole.commonjs) for (const node of list) published.add(node)
  for (const { members } of whole.classes) for (const { node } of members) if (node >= 0 && whole.kind[node] !== Kind.Function) published.add(node)
  return published
}
