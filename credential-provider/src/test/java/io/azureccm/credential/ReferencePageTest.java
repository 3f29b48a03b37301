package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference page of the program contains what is in the code. */
class ReferencePageTest {
    private static final Path SOURCES = Path.of("src/main/java/io/azureccm/credential");
    private static final Path PAGE = Path.of("../docs/resources/credential-provider.md");

    @Test
    void flagsOfTheUsageAreOnThePage() throws IOException {
        assertThat(words(CommandLine.USAGE, "--([a-z][a-z-]+)")).hasSizeGreaterThan(8)
                .allMatch(flag -> page().contains("`--" + flag + "`"));
    }

    @Test
    void configKeysAreOnThePage() throws IOException {
        String code = Files.readString(SOURCES.resolve("identity/CloudConfig.java"));

        assertThat(words(code, "fields\\.(?:text|flag)\\(\"(\\w+)\"\\)")).hasSize(13)
                .allMatch(key -> page().contains("`" + key + "`"));
    }

    @Test
    void variablesOfTheEnvironmentAreOnThePage() throws IOException {
        assertThat(words(code(), "\"([A-Z]+(?:_[A-Z]+)+)\""))
                .contains("NO_PROXY", "SSL_CERT_DIR", "AZURE_ENVIRONMENT_FILEPATH")
                .filteredOn(name -> !name.equals("IDENTITY_SERVER_THUMBPRINT"))
                .allMatch(name -> page().contains(name));
    }

    /** The start of a message says what went wrong; it is on the page. */
    @Test
    void messagesAreOnThePage() throws IOException {
        List<String> beginnings = List.of("the config file has no credentials", "instead of a challenge",
                "belongs to another cloud than",
                "its certificate is not trusted", "the exchange of the token answered",
                "resourceManagerEndpoint has to begin with https://",
                "is empty or cannot be read", "as for an identity that is not assigned to this machine",
                "answered without a token",
                "is neither JSON", "unknown host", "no answer in time", "is not the URL of a proxy");
        String code = code().replaceAll("\"\\s*\\+\\s*\"", "").toLowerCase(Locale.ROOT);

        assertThat(beginnings).allMatch(text -> code.contains(text.toLowerCase(Locale.ROOT)))
                .allMatch(text -> page().contains(text));
    }

    private static String code() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                code.append(Files.readString(file));
        }
        return code.toString();
    }

    private static Set<String> words(String text, String pattern) {
        Set<String> words = new TreeSet<>();
        Matcher word = Pattern.compile(pattern).matcher(text);
        while (word.find())
            words.add(word.group(1));
        return words;
    }

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException absent) {
            throw new IllegalStateException(absent);
        }
    }
}
