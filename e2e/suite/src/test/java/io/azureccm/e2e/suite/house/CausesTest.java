package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.OperationReasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Causes are labels of metrics: a small set, known where the urgency of writes is decided. */
class CausesTest {
    private static final Pattern CAUSE = Pattern.compile("(?:Cause\\.of|new Cause)\\(\\s*\"(\\w+)\"");

    @Test
    void everyCauseOfAWriteToAzureIsKnown() throws IOException {
        Set<String> causes = new TreeSet<>();
        for (String app : List.of("service-controller", "route-controller")) {
            try (Stream<Path> files = Files.walk(root().resolve(app + "/src/main/java"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    Matcher cause = CAUSE.matcher(Files.readString(file));
                    while (cause.find())
                        causes.add(cause.group(1));
                }
            }
        }
        assertThat(causes).hasSizeGreaterThan(10)
                .allSatisfy(cause -> assertThat(OperationReasons.of(cause).cause()).isEqualTo(cause));
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("service-controller"))) {
            at = at.getParent();
        }
        return at;
    }
}
