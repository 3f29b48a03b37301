package io.azureccm.common.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/**
 * Who may read the time of day, which somebody may set while the process runs. All others are given a clock, which is a steady
 * one, so that no pause, age or limit depends on what the time of day does.
 */
public final class WallTime {
    private static final Map<String, Set<String>> READS = Map.of("java.time.Instant", Set.of("now"), "java.time.Clock",
            Set.of("systemUTC", "systemDefaultZone", "system", "tick"), "java.time.InstantSource", Set.of("system"),
            "java.lang.System", Set.of("currentTimeMillis"), "java.time.OffsetDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"), "java.time.LocalDateTime", Set.of("now"));

    /** Class -> what it tells others by the time of day, or compares with a time of day that others have written. */
    private static final Map<String, String> MAY = Map.of(
            "io.azureccm.common.arm.SteadyClock", "approaches it",
            "io.azureccm.common.arm.ArmClock", "the end of a token when it comes, dates in answers",
            "io.azureccm.common.kube.event.EventRecorder", "times in events",
            "io.azureccm.common.kube.leader.LeaderClock",
            "times in the lease, and a pause of the machine, which the monotonic clock does not show",
            "io.azureccm.common.boot.spring.ControllerConfiguration",
            "when plans were made and leadership began, for people",
            "io.azureccm.common.boot.spring.TracingConfiguration", "times in traces",
            "io.azureccm.node.NodeLoop", "times in conditions of nodes", "io.azureccm.node.NodeAgent",
            "times in conditions of nodes", "io.azureccm.route.RouteControllerFactory", "times in conditions of nodes",
            "io.azureccm.service.ServiceController", "times in the lease that other components read");

    private WallTime() {}

    public static ArchRule isReadOnlyByThoseWhoTellOthers() {
        return noClasses().that(areNotAllowed())
                .should()
                .accessTargetWhere(read())
                .as("the time of day is read only by those who tell it to others")
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> areNotAllowed() {
        return DescribedPredicate.describe("are not allowed to read the time of day",
                type -> MAY.keySet().stream().noneMatch(name -> (type.getName() + "$").startsWith(name + "$")));
    }

    private static DescribedPredicate<JavaAccess<?>> read() {
        return DescribedPredicate.describe("reads the time of day",
                access -> READS.getOrDefault(access.getTargetOwner().getName(), Set.of()).contains(access.getName()));
    }
}
