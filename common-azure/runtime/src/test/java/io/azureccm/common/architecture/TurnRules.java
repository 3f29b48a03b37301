package io.azureccm.common.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.common.reconcile.Inbox;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A turn is a function of the known state, the events and the time: what is known are values, and what turns them into a plan reads
 * nothing else and tells nobody. A rule about a package without classes fails.
 */
public final class TurnRules {
    private TurnRules() {}

    /** One pair of rules for each package, which includes those below it. */
    public static List<ArchRule> of(String... packages) {
        return Stream.of(packages).flatMap(each -> Stream.of(holdsValues(each), readsNothing(each))).toList();
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
