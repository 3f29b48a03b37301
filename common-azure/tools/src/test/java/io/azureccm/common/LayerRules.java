package io.azureccm.common;

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

/**
 * The dependency rules within the modules of common-azure, for a given root package, so that they can be tried on classes that break
 * them. What a module may use of the others, the compiler holds.
 */
record LayerRules(String root) {
    /** Module -> its packages, each with the others of the module that it may use. */
    private static final Map<String, Map<String, Set<String>>> MAY_USE = Map.of("kernel",
            Map.of("core", Set.of(), "net", Set.of(), "tls", Set.of(), "reconcile", Set.of(), "record",
                    Set.of("core", "net", "reconcile")),
            "config", Map.of("config", Set.of()), "azure",
            Map.of("arm", Set.of(), "resilience", Set.of("arm"), "exec", Set.of("arm", "resilience"), "snapshot",
                    Set.of("arm"), "machine", Set.of("arm")),
            "kubernetes", Map.of("kube", Set.of()), "runtime",
            Map.of("serve", Set.of(), "observe", Set.of(), "boot", Set.of("serve", "observe")));

    List<ArchRule> all() {
        List<ArchRule> rules = new ArrayList<>();
        MAY_USE.forEach((module, layers) -> layers.keySet()
                .forEach(layer -> rules.add(layerUsesOnlyWhatItMay(module, layer))));
        rules.add(noOtherPackages());
        rules.add(coreReadsNoClockAndNoRandomAndLogsNothing());
        rules.add(onlyArmKnowsAzure());
        rules.add(onlyKubeKnowsTheKubernetesClient());
        rules.add(nobodyKnowsInternalsOfResilience4j());
        rules.add(WallTime.isReadOnlyByThoseWhoTellOthers());
        return rules;
    }

    ArchRule layerUsesOnlyWhatItMay(String module, String layer) {
        Map<String, Set<String>> layers = MAY_USE.get(module);
        Set<String> allowed = layers.get(layer);
        String[] forbidden = layers.keySet()
                .stream()
                .filter(other -> !other.equals(layer) && !allowed.contains(other))
                .map(this::in)
                .toArray(String[]::new);
        return noClasses().that()
                .resideInAPackage(in(layer))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .as(layer + " uses nothing of " + module + " but " + new TreeSet<>(allowed))
                .allowEmptyShould(true);
    }

    ArchRule noOtherPackages() {
        String[] known = MAY_USE.values()
                .stream()
                .flatMap(layers -> layers.keySet().stream())
                .map(this::in)
                .toArray(String[]::new);
        return classes().should().resideInAnyPackage(known).as("every class is in a package of the architecture");
    }

    ArchRule coreReadsNoClockAndNoRandomAndLogsNothing() {
        return noClasses().that()
                .resideInAPackage(in("core"))
                .should()
                .callMethodWhere(TimeOrChance.read())
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(java.time.Clock.class, java.util.Random.class,
                        java.util.concurrent.ThreadLocalRandom.class, org.slf4j.Logger.class)
                .as("core reads no clock and no random, and logs nothing");
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
