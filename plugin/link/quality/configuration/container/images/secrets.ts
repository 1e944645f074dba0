/** Secrets that become part of an image or of its history. */
import { assignments } from '../dockerfile'
import { fault, type ImageCheck } from './shipped'

const SECRET_NAME =
  /(?:^|_)(?:PASS(?:WORD|WD|PHRASE)?|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?)(?:$|_(?!FILE|PATH|NAME|URL|EXPIR|TTL|LENGTH))/i

export const secrets: ImageCheck = (image) =>
  image.stages.flatMap(({ instructions }) =>
    instructions.flatMap(({ keyword, value, setting }) => {
      if (keyword !== 'ARG' && keyword !== 'ENV') return []
      return assignments(value)
        .filter(([name, given]) => SECRET_NAME.test(name) && (keyword === 'ARG' || (given !== '' && !/^\$/.test(given))))
        .map(([name]) =>
          keyword === 'ARG'
            ? fault(
                image,
                'secret as build argument',
                name,
                setting,
                `\`${name}\` is handed in as a build argument, which stays in the history of the image for everyone who can pull it.`,
                { confidence: 'medium', values: { name } },
              )
            : fault(
                image,
                'secret in the image',
                name,
                setting,
                `\`${name}\` is set in the image itself: whoever can pull it, or looks at a running container, reads the value.`,
                { confidence: 'medium', values: { name } },
              ),
        )
    }),
  )
