package io.azureccm.common.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The package rules of an app: planning is pure, and each outside world has one door. A subclass names the app's package. */
public abstract class AppArchitecture {
    private static final String[] APPS = {"io.azureccm.node", "io.azureccm.service", "io.azureccm.route"};

    /** The packages of the module of that name. */
    public static final List<String> TOOLS = List.of("io.azureccm.common.boot.doctor",
            "io.azureccm.common.boot.preview", "io.azureccm.common.boot.record", "io.azureccm.common.boot.shadow",
            "io.azureccm.common.observe.console");

    private final String app;
    private final List<String> pure;
    private final JavaClasses production;

    /** {@code pure}: the packages below that of the app, such as "plan", that take values and return values. */
    protected AppArchitecture(String app, String... pure) {
        this.app = app;
        this.pure = Stream.of(pure).map(each -> app + "." + each).toList();
        this.production = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/"))
                .importPackages(app);
    }

    @TestFactory
    Stream<DynamicTest> productionCodeKeepsTheRule() {
        return Stream
                .concat(TurnRules.ofSteps(app).stream(),
                        Stream.of(planningTakesAndReturnsValues(), kubernetesObjectsEndAtTheSpec(), planningIsPure(),
                                onlyInformersAndStatusKnowTheKubernetesClient(), theAzureSdkStaysBehindCommonAzure(),
                                onlyMainClassesUseTools(), appsDoNotKnowEachOther(), PackageRules.holdFewTypes(),
                                PackageRules.formNoCycle(),
                                WallTime.isReadOnlyByThoseWhoTellOthers()))
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(production)));
    }

    /** A rule about a package that is gone would hold without saying anything. */
    @Test
    void packagesThatRulesNameAreThere() {
        Set<String> there = production.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(pure).allSatisfy(name -> assertThat(there).anyMatch(each -> (each + ".").startsWith(name + ".")));
    }

    @Test
    void productionClassesAreFound() {
        assertThat(production).isNotEmpty().noneMatch(type -> type.getSimpleName().endsWith("Test"));
    }

    private ArchRule planningTakesAndReturnsValues() {
        return classes().that()
                .resideInAnyPackage(pure())
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "com.fasterxml.jackson..", "io.azureccm.common.core..",
                        "io.azureccm.common.config..", "io.azureccm.common.net", "io.azureccm.common.machine",
                        "io.fabric8.kubernetes.api.model..", app + ".spec..", app + ".observed", app + ".model..",
                        app + ".plan..")
                .as("planning takes values and returns values: no Spring, no Azure SDK, no Kubernetes client");
    }

    private ArchRule kubernetesObjectsEndAtTheSpec() {
        return noClasses().that()
                .resideInAnyPackage(app + ".observed", app + ".model..", app + ".plan..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8..")
                .as("Kubernetes objects end at what was read from them");
    }

    private ArchRule planningIsPure() {
        return noClasses().that()
                .resideInAnyPackage(pure())
                .should()
                .callMethodWhere(TimeOrChance.read())
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, Random.class)
                .as("planning reads no clock and no random");
    }

    private ArchRule onlyInformersAndStatusKnowTheKubernetesClient() {
        return noClasses().that()
                .resideOutsideOfPackages(app, app + ".informer", app + ".status", app + ".lease")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes.client..")
                .as("only what watches, tells and leases (and the root, which wires them) uses the Kubernetes client");
    }

    private static ArchRule theAzureSdkStaysBehindCommonAzure() {
        return noClasses().should()
                .dependOnClassesThat()
                .resideInAPackage("com.azure..")
                .as("the Azure SDK stays behind common-azure");
    }

    public static ArchRule onlyMainClassesUseTools() {
        return noClasses().that()
                .haveSimpleNameNotEndingWith("Application")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(TOOLS.toArray(String[]::new))
                .as("only main classes use tools");
    }

    private ArchRule appsDoNotKnowEachOther() {
        String[] others = Stream.of(APPS)
                .filter(other -> !other.equals(app))
                .map(other -> other + "..")
                .toArray(String[]::new);
        return noClasses().should().dependOnClassesThat().resideInAnyPackage(others).as("apps do not know each other");
    }

    private String[] pure() {
        return pure.stream().map(each -> each.endsWith("observed") ? each : each + "..").toArray(String[]::new);
    }
}
