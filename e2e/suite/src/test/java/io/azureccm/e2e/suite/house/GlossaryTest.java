package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary says what is there: its classes exist, a word is explained once, and words that are gone stand nowhere. */
class GlossaryTest {
    private static final List<String> MODULES = List.of("common-azure", "service-controller", "route-controller",
            "node-controller", "credential-provider");
    private static final String GONE = "## Words that are gone";
    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    @Test
    void everyClassOfTheGlossaryExists() throws IOException {
        Set<String> classes = code().keySet().stream().map(GlossaryTest::className).collect(Collectors.toSet());

        assertThat(codeWords(glossary().split(GONE)[0])).hasSizeGreaterThan(30).isSubsetOf(classes);
    }

    @Test
    void everyClassOfTheTwelveQuestionsExists() throws IOException {
        String questions = Files.readString(root().resolve("CONTRIBUTING.md"))
                .split("### Twelve questions")[1].split("\n## ")[0];
        Set<String> named = codeWords(questions).stream()
                .filter(word -> Character.isUpperCase(word.charAt(0)))
                .collect(Collectors.toSet());
        Set<String> classes = TestSources.files("main", "test")
                .stream()
                .map(GlossaryTest::className)
                .collect(Collectors.toSet());

        assertThat(named).hasSizeGreaterThan(15).isSubsetOf(classes);
    }

    @Test
    void eachWordIsExplainedOnce() throws IOException {
        assertThat(rows(glossary().split(GONE)[0])).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }

    @Test
    void wordsThatAreGoneStandNowhere() throws IOException {
        Map<Path, String> texts = new TreeMap<>(code());
        texts.putAll(pages());
        List<String> gone = codeWords(glossary().split(GONE)[1]);

        assertThat(gone).hasSizeGreaterThan(10);
        assertThat(places(gone, texts)).isEmpty();
    }

    @Test
    void aWordThatIsNotGoneIsNoticedAndAnotherOneThatHoldsItIsNot() {
        Map<Path, String> texts = Map.of(Path.of("A.java"), "/** Of the estate. */ class A {}", Path.of("B.java"),
                "class RealEstate { int estates; }");

        assertThat(places(List.of("estate"), texts)).containsExactly("estate in A.java");
        assertThat(places(List.of("Estate"), texts)).isEmpty();
    }

    private static List<String> places(List<String> words, Map<Path, String> texts) {
        List<String> places = new ArrayList<>();
        texts.forEach((file, text) -> {
            Set<String> there = new HashSet<>(List.of(text.split("\\W+")));
            words.stream().filter(there::contains).forEach(word -> places.add(word + " in " + file));
        });
        return places;
    }

    /** First cells of all rows but the headings. */
    private static List<String> rows(String text) {
        return text.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| Word |"))
                .map(line -> line.split("\\|")[1].strip())
                .toList();
    }

    private static List<String> codeWords(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = CODE.matcher(text);
        while (word.find())
            words.add(word.group(1));
        return words;
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String glossary() throws IOException {
        return Files.readString(root().resolve("docs/contributing/glossary.md"));
    }

    private static Map<Path, String> code() throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        for (Path file : TestSources.files("main")) {
            Path own = root().relativize(file);
            if (MODULES.contains(own.getName(0).toString()))
                texts.put(own, Files.readString(file));
        }
        return texts;
    }

    private static Map<Path, String> pages() throws IOException {
        Map<Path, String> texts = texts(root().resolve("docs"));
        texts.remove(root().relativize(root().resolve("docs/contributing/glossary.md")));
        // Decisions are history, in the words of their day.
        texts.keySet()
                .removeIf(page -> page.startsWith("docs/contributing/decisions.md") || page.endsWith("docs/README.md"));
        texts.put(Path.of("README.md"), Files.readString(root().resolve("README.md")));
        return texts;
    }

    private static Map<Path, String> texts(Path folder) throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".md")).toList())
                texts.put(root().relativize(file), Files.readString(file));
        }
        return texts;
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("service-controller")))
            at = at.getParent();
        return at;
    }
}
