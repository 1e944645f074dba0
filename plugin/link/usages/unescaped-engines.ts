/** Settings that make a template engine print everything as markup. */
import type { Usage } from '../../types'
import { escapingOf } from '../escaping'
import type { Linked } from '../linked'
import { usage } from './modelled'

export const unescapedEngines = (linked: Linked): Usage[] =>
  escapingOf(linked).off.map(({ node, library, api }) => usage(linked, node, 'escaping-off', library, api, {}))
