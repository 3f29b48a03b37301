package io.azureccm.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.archfixture.common.core.ImpureIdentifier;
import io.azureccm.common.architecture.AppArchitecture;
import io.azureccm.common.architecture.PackageRules;
import io.azureccm.common.architecture.WallTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the package rules of the architecture, and shows that they notice a class that breaks them. */
class ArchitectureTest {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(ArchitectureTest::isProduction)
            .importPackages("io.azureccm.common");
    private static final LayerRules FIXTURE_RULES = new LayerRules("io.azureccm.archfixture.common");
    private static final JavaClasses FIXTURE = new ClassFileImporter().importPackagesOf(ImpureIdentifier.class);

    static final List<ArchRule> RULES_THE_FIXTURE_BREAKS = List.of(
            FIXTURE_RULES.layerUsesOnlyWhatItMay("kernel", "core"),
            FIXTURE_RULES.coreReadsNoClockAndNoRandomAndLogsNothing(),
            AppArchitecture.onlyMainClassesUseTools(),
            FIXTURE_RULES.onlyArmKnowsAzure(),
            FIXTURE_RULES.onlyKubeKnowsTheKubernetesClient(), FIXTURE_RULES.nobodyKnowsInternalsOfResilience4j(),
            WallTime.isReadOnlyByThoseWhoTellOthers());

    static Stream<ArchRule> rules() {
        return Stream.concat(new LayerRules("io.azureccm.common").all().stream(), PackageRules.all().stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void productionCodeKeepsTheRule(ArchRule rule) {
        rule.check(PRODUCTION);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("RULES_THE_FIXTURE_BREAKS")
    void ruleNoticesAClassThatBreaksIt(ArchRule rule) {
        assertThat(rule.evaluate(FIXTURE).hasViolation()).isTrue();
    }

    @Test
    void aPackageOfTooManyTypesIsNoticed() {
        assertThat(breaks(PackageRules.holdFewTypes(), "io.azureccm.archfixture.crowd")).isTrue();
        assertThat(breaks(PackageRules.holdFewTypes(), "io.azureccm.archfixture.cycle")).isFalse();
    }

    @Test
    void aCycleOfPackagesIsNoticed() {
        assertThat(breaks(PackageRules.formNoCycle(), "io.azureccm.archfixture.cycle")).isTrue();
        assertThat(breaks(PackageRules.formNoCycle(), "io.azureccm.archfixture.crowd")).isFalse();
    }

    @Test
    void theRuleAboutToolsKnowsAllOfTheirPackages() throws IOException {
        Set<String> folders = new TreeSet<>();
        Path root = Path.of("src/main/java");
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> folders.add(root.relativize(file.getParent()).toString().replace('/', '.')));
        }
        assertThat(folders).containsExactlyInAnyOrderElementsOf(AppArchitecture.TOOLS);
    }

    static boolean isProduction(Location location) {
        return !location.contains("/test-classes/") && !location.contains("/test/io/")
                && !location.contains("-tests.jar");
    }

    private static boolean breaks(ArchRule rule, String fixture) {
        return rule.evaluate(new ClassFileImporter().importPackages(fixture)).hasViolation();
    }

    @Test
    void productionClassesAreFound() {
        assertThat(PRODUCTION.contain("io.azureccm.common.core.Plan")).isTrue();
        assertThat(PRODUCTION.contain("io.azureccm.common.ArchitectureTest")).isFalse();
    }
}
