package io.azureccm.e2e.suite.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.architecture.PackageRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A package of tests, in every module, is small enough to be read at once. */
class TestPackagesTest {
    private static final Pattern TYPE = Pattern.compile(
            "^(?:(?:public|abstract|final|sealed|non-sealed) )*(?:class|record|interface|@interface|enum) \\w",
            Pattern.MULTILINE);
    private static final Path CROWD = Path.of("common-azure/tools/src/test/java/io/azureccm/archfixture/crowd");

    @Test
    void packagesOfTestsHoldFewTypes() throws IOException {
        Map<Path, Long> sizes = sizes();
        sizes.keySet().removeIf(folder -> folder.endsWith(CROWD));

        assertThat(sizes).hasSizeGreaterThan(100);
        assertThat(sizes.entrySet()).as("packages of more than %d types", PackageRules.MAX_TYPES)
                .filteredOn(size -> size.getValue() > PackageRules.MAX_TYPES)
                .isEmpty();
    }

    @Test
    void aPackageOfTooManyTypesIsNoticed() throws IOException {
        assertThat(sizes().entrySet()).filteredOn(size -> size.getKey().endsWith(CROWD))
                .singleElement()
                .satisfies(size -> assertThat(size.getValue()).isGreaterThan(PackageRules.MAX_TYPES));
    }

    @Test
    void typesOfEveryKindAreCountedAndThoseWithinOthersAreNot() {
        String source = """
                /** A class that comments speak of. */
                @Tag("any")
                class AnyTest {
                    record Within(int number) {}

                    private static final String TEXT = "class InAText {}";
                }

                public final class Cases {}

                public sealed interface Shape permits Round {}

                record Round(int number) implements Shape {}

                abstract class Fixture {}

                enum Colour {}

                @interface Marked {}
                """;

        assertThat(types(source)).isEqualTo(7);
    }

    /** How many types are in each folder, those within others not counted. */
    private static Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        for (Path file : TestSources.files())
            sizes.merge(file.getParent(), types(Files.readString(file)), Long::sum);
        return sizes;
    }

    private static long types(String source) {
        return TYPE.matcher(source).results().count();
    }
}
