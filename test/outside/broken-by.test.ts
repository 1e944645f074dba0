/** What `git log -p -U0` prints, taken apart: lines that look like its own marks are still lines. */
import { expect, test } from 'vitest'
import { type ChangedFile, linesOfHistory } from '../../plugin/outside/history-lines'

function read(text: string, piece = text.length): { hash: string; files: Record<string, ChangedFile> }[] {
  const seen: { hash: string; files: Record<string, ChangedFile> }[] = []
  const lines = linesOfHistory({ commit: ({ hash }, files) => void seen.push({ hash, files: Object.fromEntries(files) }) })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += piece) lines.take(bytes.subarray(at, at + piece))
  lines.end()
  return seen
}

const log = `commit aaaa 2026-01-02 Ann O'Neil

diff --git a/README.md b/README.md
index 1..2 100644
--- a/README.md
+++ b/README.md
@@ -3,2 +3 @@ ## Läufe
--- a/looks-like.md
-two
+++ b/looks-like.md
@@ -9 +8,2 @@
-commit bbbb
+commit cccc
+diff --git a/x b/x
diff --git a/src/old name.ts b/src/old name.ts
deleted file mode 100644
--- a/src/old name.ts\t
+++ /dev/null
@@ -1 +0,0 @@
-export {}
diff --git a/empty.txt b/empty.txt
deleted file mode 100644
index 1..0
commit dddd 2026-01-01 Bo
`

test.each([log.length, 1, 7, 64])('in pieces of %d bytes', (piece) => {
  expect(read(log, piece)).toEqual([
    {
      hash: 'aaaa',
      files: {
        'README.md': {
          plus: ['++ b/looks-like.md', 'commit cccc', 'diff --git a/x b/x'],
          minus: ['-- a/looks-like.md', 'two', 'commit bbbb'],
          deleted: false,
        },
        'src/old name.ts': { plus: [], minus: ['export {}'], deleted: true },
        'empty.txt': { plus: [], minus: [], deleted: true },
      },
    },
    { hash: 'dddd', files: {} },
  ])
})
