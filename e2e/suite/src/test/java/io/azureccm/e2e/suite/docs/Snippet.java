package io.azureccm.e2e.suite.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A fenced block of a page: where it is, the language after the fence, and its lines without the common indentation. */
record Snippet(String page, int line, String language, String text) {
    static List<Snippet> all() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (Path page : Repository.pages()) {
            snippets.addAll(of(page));
        }
        return snippets;
    }

    /** Blocks of one language. */
    static List<Snippet> in(String language) throws IOException {
        return all().stream().filter(snippet -> snippet.language.equals(language)).toList();
    }

    /** The lines of a shell block as commands: continued lines joined, comments and empty lines left out. */
    Stream<String> commands() {
        return text.replaceAll("\\\\\\n\\s*", "")
                .lines()
                .map(line -> line.replaceFirst("(^|\\s)#\\s.*$", "").strip())
                .filter(line -> !line.isEmpty());
    }

    @Override
    public String toString() {
        return page + ":" + line;
    }

    private static List<Snippet> of(Path file) throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        String page = Repository.root().relativize(file).toString();
        List<String> lines = Files.readAllLines(file);
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (!line.startsWith("```"))
                continue;
            int begin = at + 1;
            do {
                at++;
            } while (!lines.get(at).strip().equals("```"));
            snippets.add(new Snippet(page, begin, line.substring(3).strip(),
                    String.join("\n", lines.subList(begin, at)).stripIndent()));
        }
        return snippets;
    }
}
