package io.azureccm.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the package rules of this app: planning is pure, and each outside world has one door. */
class ArchitectureTest {
    private static final String APP = "io.azureccm.node";
    private static final String[] PURE = {APP + ".intent..", APP + ".estate..", APP + ".model..", APP + ".plan..",
            APP + ".diff.."};
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/"))
            .importPackages(APP);

    static Stream<ArchRule> rules() {
        return Stream.of(classes().that()
                .resideInAnyPackage(PURE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "com.fasterxml.jackson..", "io.azureccm.common.core..",
                        "io.azureccm.common.config..", "io.fabric8.kubernetes.api.model..", APP + ".intent..",
                        APP + ".estate..", APP + ".model..", APP + ".plan..", APP + ".diff..")
                .as("planning takes values and returns values: no Spring, no Azure SDK, no Kubernetes client"),
                noClasses().that()
                        .resideInAnyPackage(APP + ".estate..", APP + ".model..", APP + ".plan..", APP + ".diff..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.fabric8..")
                        .as("Kubernetes objects end at intent"),
                noClasses().that()
                        .resideInAnyPackage(PURE)
                        .should()
                        .callMethodWhere(readsTimeOrChance())
                        .orShould()
                        .dependOnClassesThat()
                        .belongToAnyOf(Clock.class, Random.class)
                        .as("planning reads no clock and no random"),
                noClasses().that()
                        .resideOutsideOfPackages(APP, APP + ".watch..", APP + ".apply..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.fabric8.kubernetes.client..")
                        .as("only watch and apply (and the root, which wires them) use the Kubernetes client"),
                noClasses().should()
                        .dependOnClassesThat()
                        .resideInAPackage("com.azure..")
                        .as("the Azure SDK stays behind common-azure"),
                noClasses().should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("io.azureccm.service..", "io.azureccm.route..")
                        .as("apps do not know each other"),
                slices().matching(APP + ".(*)..").should().beFreeOfCycles().as("packages form no cycle"))
                .map(rule -> rule.allowEmptyShould(true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void productionCodeKeepsTheRule(ArchRule rule) {
        rule.check(PRODUCTION);
    }

    private static DescribedPredicate<JavaCall<?>> readsTimeOrChance() {
        Map<String, Set<String>> forbidden = Map.of("now",
                Set.of("java.time.Instant", "java.time.LocalDate", "java.time.LocalDateTime",
                        "java.time.OffsetDateTime",
                        "java.time.ZonedDateTime"),
                "currentTimeMillis", Set.of("java.lang.System"), "nanoTime", Set.of("java.lang.System"), "random",
                Set.of("java.lang.Math"), "randomUUID", Set.of("java.util.UUID"), "current",
                Set.of("java.util.concurrent.ThreadLocalRandom"));
        return DescribedPredicate.describe("reads the time or a random value",
                call -> forbidden.getOrDefault(call.getName(), Set.of()).contains(call.getTargetOwner().getName()));
    }
}
