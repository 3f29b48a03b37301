package io.azureccm.common.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.exec.PlanExecutor;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.common.snapshot.ObservedStore;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * A turn is a function of the known state, the events and the time: what is known are values, and what turns them into a plan reads
 * nothing else and tells nobody. A rule about a package without classes fails.
 */
public final class TurnRules {
    /** Starts, waits, logs, measures, tells or writes. */
    private static final DescribedPredicate<JavaClass> ACTS = DescribedPredicate.or(
            belongToAnyOf(Runnable.class, Executor.class, Clock.class, InstantSource.class, Random.class,
                    Dispatcher.class, Inbox.class, EventLoop.class, ArmGateway.class, CallQueue.class,
                    RemovalApprovals.class, OrphanRegister.class, PlanExecutor.class, PlanJournal.class,
                    ObservedStore.class),
            resideInAnyPackage("org.slf4j..", "io.micrometer..", "io.fabric8.kubernetes.client..",
                    "io.azureccm.common.kube.event..", "io.azureccm.common.kube.patch.."),
            nameMatching("io\\.azureccm\\.[^$]*(Listener|Writer|Reporter)"))
            .as("acts");

    private TurnRules() {}

    /** One pair of rules for each package, which includes those below it. */
    public static List<ArchRule> of(String... packages) {
        return Stream.of(packages).flatMap(each -> Stream.of(holdsValues(each), readsNothing(each))).toList();
    }

    /**
     * The steps of turns keep nothing beside the known state, and nothing of the app that they use, however far away, acts on anything.
     * {@code app}: its package.
     */
    public static List<ArchRule> ofSteps(String app) {
        return List.of(
                classes().that()
                        .implement(TurnSteps.class)
                        .should()
                        .haveOnlyFinalFields()
                        .as("steps of turns keep nothing"),
                classes().that()
                        .implement(TurnSteps.class)
                        .should(leaveEffectsAsValues(app))
                        .as("steps of turns leave effects as values: nothing that they use acts itself"));
    }

    private static ArchCondition<JavaClass> leaveEffectsAsValues(String app) {
        return new ArchCondition<>("leave effects as values") {
            @Override
            public void check(JavaClass steps, ConditionEvents events) {
                Deque<JavaClass> open = new ArrayDeque<>(List.of(steps));
                Set<JavaClass> seen = new HashSet<>(open);
                while (!open.isEmpty()) {
                    for (Dependency dependency : open.remove().getDirectDependenciesFromSelf()) {
                        JavaClass used = dependency.getTargetClass();
                        if (ACTS.test(used))
                            events.add(SimpleConditionEvent.violated(steps,
                                    steps.getSimpleName() + " uses what acts: " + dependency.getDescription()));
                        else if (used.getPackageName().startsWith(app) && seen.add(used))
                            open.add(used);
                    }
                }
            }
        };
    }

    private static ArchRule holdsValues(String each) {
        return classes().that().resideInAPackage(each + "..").should().haveOnlyFinalFields().as(each + " holds values");
    }

    private static ArchRule readsNothing(String each) {
        return noClasses().that()
                .resideInAPackage(each + "..")
                .should()
                .callMethodWhere(TimeOrChance.read())
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class, Random.class, Dispatcher.class, Inbox.class,
                        EventLoop.class, ArmGateway.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "io.micrometer..", "io.fabric8.kubernetes.client..",
                        "io.azureccm.common.exec..", "io.azureccm.common.snapshot..", "io.azureccm.common.observe..",
                        "io.azureccm.common.machine.read..", "io.azureccm.common.kube.informer..",
                        "io.azureccm.common.kube.event..", "io.azureccm.common.kube.patch..", "..observed.read..",
                        "java.util.concurrent..")
                .as(each + " has no clock, client, log or metric, and starts nothing");
    }
}
