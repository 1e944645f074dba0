/** Every small program, by name. A topic is one file and one line here. */
import { accounts } from './accounts'
import { answers } from './answers'
import { cryptography } from './cryptography'
import { data } from './data'
import { delivery } from './delivery'
import { others } from './others'
import { pages } from './pages'
import type { SmallPrograms } from './program'
import { servers } from './servers'

export const programs: SmallPrograms = { ...servers, ...accounts, ...pages, ...data, ...cryptography, ...others, ...delivery, ...answers }
