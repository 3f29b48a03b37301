package io.azureccm.common;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.common.architecture.TimeOrChance;
import io.azureccm.common.architecture.WallTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The dependency rules of common-azure for a given root package, so that the same rules can be tried on classes that break them. */
record LayerRules(String root) {
    private static final String EVERYTHING = "everything";

    /** Package of common-azure -> the other packages of it that it may use. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(Map.entry("core", Set.of()),
            Map.entry("tls", Set.of()),
            Map.entry("reconcile", Set.of()),
            Map.entry("net", Set.of()),
            Map.entry("record", Set.of("core", "net", "reconcile")),
            Map.entry("config", Set.of("core", "net")),
            Map.entry("arm", Set.of("core", "config", "tls")),
            Map.entry("resilience", Set.of("core", "config", "arm")),
            Map.entry("exec", Set.of("core", "reconcile", "arm", "resilience")),
            Map.entry("snapshot", Set.of("core", "arm")),
            Map.entry("machine", Set.of("core", "config", "arm")),
            Map.entry("kube", Set.of("core", "reconcile", "tls")),
            Map.entry("serve", Set.of("core", "config", "kube", "tls")),
            Map.entry("observe",
                    Set.of("core", "config", "reconcile", "arm", "resilience", "exec", "snapshot", "kube", "record")),
            Map.entry("boot", Set.of(EVERYTHING)));

    static Set<String> packages() {
        return MAY_USE.keySet();
    }

    List<ArchRule> all() {
        List<ArchRule> rules = new ArrayList<>();
        MAY_USE.keySet().stream().sorted().forEach(layer -> rules.add(layerUsesOnlyWhatItMay(layer)));
        rules.add(noOtherPackages());
        rules.add(coreIsPlainJava());
        rules.add(coreReadsNoClockAndNoRandom());
        rules.add(onlyArmKnowsAzure());
        rules.add(onlyKubeKnowsTheKubernetesClient());
        rules.add(nobodyKnowsInternalsOfResilience4j());
        rules.add(WallTime.isReadOnlyByThoseWhoTellOthers());
        return rules;
    }

    ArchRule layerUsesOnlyWhatItMay(String layer) {
        Set<String> allowed = MAY_USE.get(layer);
        if (allowed.contains(EVERYTHING)) {
            return noClasses().that()
                    .resideInAPackage(in(layer))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.azureccm.node..", "io.azureccm.service..", "io.azureccm.route..")
                    .as(layer + " knows no app")
                    .allowEmptyShould(true);
        }
        String[] forbidden = MAY_USE.keySet()
                .stream()
                .filter(other -> !other.equals(layer) && !allowed.contains(other))
                .map(this::in)
                .toArray(String[]::new);
        return noClasses().that()
                .resideInAPackage(in(layer))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .as(layer + " uses nothing of common-azure but " + new TreeSet<>(allowed))
                .allowEmptyShould(true);
    }

    ArchRule noOtherPackages() {
        String[] known = MAY_USE.keySet().stream().map(this::in).toArray(String[]::new);
        return classes().should().resideInAnyPackage(known).as("every class is in a package of the architecture");
    }

    ArchRule coreIsPlainJava() {
        return classes().that()
                .resideInAnyPackage(in("core"), in("net"))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "com.fasterxml.jackson..")
                        .or(resideInAnyPackage(in("core"), in("net"))))
                .as("core and net are plain Java and Jackson trees");
    }

    ArchRule coreReadsNoClockAndNoRandom() {
        return noClasses().that()
                .resideInAPackage(in("core"))
                .should()
                .callMethodWhere(TimeOrChance.read())
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(java.time.Clock.class, java.util.Random.class,
                        java.util.concurrent.ThreadLocalRandom.class)
                .as("core reads no clock and no random");
    }

    ArchRule onlyArmKnowsAzure() {
        return noClasses().that()
                .resideOutsideOfPackage(in("arm"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.azure..")
                .as("only arm uses the Azure SDK");
    }

    ArchRule onlyKubeKnowsTheKubernetesClient() {
        return noClasses().that()
                .resideOutsideOfPackages(in("kube"), in("boot"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes.client..")
                .as("only kube (and boot, which wires it) uses the Kubernetes client");
    }

    /** Nor its integration with one version of Spring Boot: the starter is known by its auto-configurations alone. */
    ArchRule nobodyKnowsInternalsOfResilience4j() {
        return noClasses().that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.resilience4j..internal..", "io.github.resilience4j.springboot..",
                        "io.github.resilience4j.spring6..")
                .as("nobody uses internal classes of Resilience4j, or classes of its starter");
    }

    private String in(String layer) {
        return root + "." + layer + "..";
    }
}
