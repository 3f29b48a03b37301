package io.azureccm.e2e.suite.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMembers;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.common.architecture.PackageRules;
import io.azureccm.e2e.suite.house.fixture.ThingManager;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Rules that hold for every module, tried on all of their production classes at once. */
class HouseRulesTest {
    private static final JavaClasses PRODUCTION = ProductionClasses.ALL;
    private static final JavaClasses FIXTURE = new ClassFileImporter().importClasses(ThingManager.class);

    static final List<ArchRule> RULES_THE_FIXTURE_BREAKS = List.of(
            noClasses().should()
                    .haveSimpleNameEndingWith("Manager")
                    .orShould()
                    .haveNameMatching(".*(Helper|Utils?|Impl)")
                    .as("a name says what a class is: no Manager, Helper, Util, Impl"),
            noMembers().should()
                    .beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                    .as("dependencies come through constructors"));

    static final List<ArchRule> RULES_BETWEEN_MODULES = List.of(noAnnotationsFrom("io.github.resilience4j.."),
            noClasses().that()
                    .resideInAnyPackage("io.azureccm.e2e.azure..", "io.azureccm.e2e.cluster..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.azureccm.common..", "io.azureccm.service..", "io.azureccm.node..",
                            "io.azureccm.route..", "io.azureccm.credential..")
                    .as("the simulators share no code with what they test"),
            noClasses().that()
                    .resideOutsideOfPackage("io.azureccm.e2e..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.azureccm.e2e..")
                    .as("production code knows no simulator"),
            PackageRules.holdFewTypes(), PackageRules.formNoCycle());

    /**
     * The public methods that take a boolean: the condition of a check; as the client of Kubernetes calls it; the value that a copy gets; and
     * the status of the condition Ready. Others have two methods, or an enum; the simulators may.
     */
    private static final Set<String> TAKE_A_BOOLEAN = Set.of("InvalidSetting.unless", "ResourceListener.deleted",
            "RetryRule.withAtLeastOwnWait", "Schedule.refreshing", "NodeHistory.from", "NodeHistory.turned");

    @Test
    void noOtherPublicMethodTakesABoolean() {
        assertThat(takingABoolean(PRODUCTION)).isEqualTo(TAKE_A_BOOLEAN);
        assertThat(takingABoolean(FIXTURE)).containsExactly("ThingManager.start");
    }

    private static Set<String> takingABoolean(JavaClasses classes) {
        return classes.stream()
                .filter(type -> !type.getPackageName().matches("io\\.azureccm\\.e2e\\.(?!suite).*"))
                .filter(HouseRulesTest::isPublic)
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && method.getRawParameterTypes().stream().anyMatch(each -> each.isEquivalentTo(boolean.class)))
                .filter(method -> !isDeclaredAbove(method))
                .map(method -> method.getOwner().getSimpleName() + "." + method.getName())
                .collect(Collectors.toSet());
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(HouseRulesTest::isPublic).orElse(true);
    }

    private static boolean isDeclaredAbove(JavaMethod method) {
        return Stream.concat(method.getOwner().getAllRawSuperclasses().stream(),
                method.getOwner().getAllRawInterfaces().stream())
                .flatMap(type -> type.getMethods().stream())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && other.getRawParameterTypes().size() == method.getRawParameterTypes().size());
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource({"RULES_THE_FIXTURE_BREAKS", "RULES_BETWEEN_MODULES"})
    void productionCodeKeepsTheRule(ArchRule rule) {
        rule.check(PRODUCTION);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("RULES_THE_FIXTURE_BREAKS")
    void ruleNoticesAClassThatBreaksIt(ArchRule rule) {
        assertThat(rule.evaluate(FIXTURE).hasViolation()).isTrue();
    }

    @Test
    void packagesOfTheFaultRunsHoldFewTypesAndFormNoCycle() {
        JavaClasses faultRuns = new ClassFileImporter().importPackages("io.azureccm.e2e.suite.faults");
        assertThat(faultRuns).hasSizeGreaterThan(40);
        PackageRules.all().forEach(rule -> rule.check(faultRuns));
    }

    @Test
    void resilienceRuleNoticesAnAnnotation() {
        assertThat(noAnnotationsFrom("io.azureccm.e2e.suite.house.fixture..").evaluate(FIXTURE).hasViolation())
                .isTrue();
    }

    private static ArchRule noAnnotationsFrom(String packages) {
        DescribedPredicate<JavaAnnotation<?>> fromThere = DescribedPredicate.describe("from " + packages,
                annotation -> JavaClass.Predicates.resideInAPackage(packages).test(annotation.getRawType()));
        return noMembers().should()
                .beAnnotatedWith(fromThere)
                .as("resilience is built in one place, not with annotations of " + packages);
    }

    @Test
    void classesOfEveryModuleAreSeen() {
        assertThat(List.of("common.core.Plan", "service.ServiceControllerApplication", "node.NodeControllerApplication",
                "route.RouteControllerApplication", "credential.AcrCredentialProvider", "e2e.azure.AzureSimulatorMain",
                "e2e.cluster.ClusterSimulatorMain",
                "e2e.playground.Playground"))
                .allMatch(name -> PRODUCTION.contain("io.azureccm." + name));
        assertThat(PRODUCTION.contain(ThingManager.class)).isFalse();
    }
}
