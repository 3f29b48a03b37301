package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The name of a test, in every module, is a sentence in lowerCamelCase about what it protects. */
class TestNamesTest {
    private static final Pattern ANNOTATION = Pattern
            .compile("(?: {4}){1,2}@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\\b.*");
    private static final Pattern METHOD = Pattern.compile("(?: {4}){1,2}\\w[\\w<>,? ]* (\\w+)\\(.*");
    private static final Pattern SENTENCE = Pattern.compile("(?!(test|should)[A-Z])[a-z][a-z0-9]*([A-Z][a-z0-9]*){2,}");

    @Test
    void everyTestIsNamedByASentence() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path file : TestSources.files())
            names.addAll(names(Files.readString(file)));

        assertThat(names).hasSizeGreaterThan(2000).allMatch(name -> SENTENCE.matcher(name).matches());
    }

    @Test
    void namesThatAreNoSentencesAreNoticed() {
        String source = """
                class AnyTest {
                    @Test
                    void snake_case_is_another_style() {}

                    @ParameterizedTest(name = "{0}")
                    @CsvSource(textBlock = \"""
                            this is no method() {
                            \""")
                    void twoWords(String text) {}

                    @Property(tries = 10)
                    void testThatSaysThatItIsOne(@ForAll int number) {}

                    @RepeatedTest(2)
                    public void UpperCaseIsForTypes() throws IOException {}

                    private static Stream<String> noTest() {}

                    @Nested
                    class Inner {
                        @Test
                        void behaviourIsNamedInAWholeSentence() {}
                    }
                }
                """;

        assertThat(names(source)).containsExactly("snake_case_is_another_style", "twoWords", "testThatSaysThatItIsOne",
                "UpperCaseIsForTypes", "behaviourIsNamedInAWholeSentence");
        assertThat(names(source)).filteredOn(name -> SENTENCE.matcher(name).matches())
                .containsExactly("behaviourIsNamedInAWholeSentence");
    }

    /** Names of the methods that have an annotation of a test. */
    private static List<String> names(String source) {
        List<String> names = new ArrayList<>();
        boolean annotated = false;
        for (String line : source.lines().toList()) {
            annotated |= ANNOTATION.matcher(line).matches();
            Matcher method = METHOD.matcher(line);
            if (annotated && method.matches()) {
                names.add(method.group(1));
                annotated = false;
            }
        }
        return names;
    }
}
