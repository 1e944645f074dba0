/** Data that goes into a wrapper by one of the functions it made, and comes out in another that was handed to it. */
import { crossedWrapper } from '../crossed-wrappers'
import { type Doubt, medium } from './way'

export const wrappers: Doubt[] = [
  {
    tell: ({ linked, steps }) => {
      const wrapper = crossedWrapper(linked, steps)
      return wrapper === undefined
        ? undefined
        : medium(
            `It goes into what one call of \`${wrapper}\` made and comes out in what another was handed: that they belong together could not be told.`,
          )
    },
  },
]
