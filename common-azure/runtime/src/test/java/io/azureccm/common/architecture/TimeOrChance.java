package io.azureccm.common.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import java.util.Map;
import java.util.Set;

/** Calls whose answer is another one each time: what pure code must not make. */
public final class TimeOrChance {
    /** Name of the method -> the classes on which it is such a call. */
    private static final Map<String, Set<String>> CALLS = Map.of("now",
            Set.of("java.time.Instant", "java.time.LocalDate", "java.time.LocalTime", "java.time.LocalDateTime",
                    "java.time.OffsetDateTime", "java.time.ZonedDateTime"),
            "currentTimeMillis", Set.of("java.lang.System"), "nanoTime", Set.of("java.lang.System"), "random",
            Set.of("java.lang.Math"), "randomUUID", Set.of("java.util.UUID"), "current",
            Set.of("java.util.concurrent.ThreadLocalRandom"));

    private TimeOrChance() {}

    public static DescribedPredicate<JavaCall<?>> read() {
        return DescribedPredicate.describe("reads the time or a random value",
                call -> CALLS.getOrDefault(call.getName(), Set.of()).contains(call.getTargetOwner().getName()));
    }
}
