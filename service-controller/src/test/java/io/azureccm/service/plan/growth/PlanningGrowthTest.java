package io.azureccm.service.plan.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.growth.LargeWorlds.Kind;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Twice the Services take about twice the work, measured by memory allocation, which is independent of the load of the machine. */
class PlanningGrowthTest {
    private static final double TWICE = 2.4;
    private static final double PART = 0.5;
    private static final int SERVICES = 300;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void planningServicesThatStayAsTheyAreGrowsWithTheirNumber(Kind kind) {
        Supplier<ServicePlan> small = LargeWorlds.unchanged(kind, 60);
        Supplier<ServicePlan> large = LargeWorlds.unchanged(kind, 120);
        assertThat(large.get().plan().operations()).isEmpty();
        assertThat((double) LargeWorlds.bytes(large)).isLessThan(TWICE * LargeWorlds.bytes(small));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void planningNewServicesGrowsWithTheirNumber(Kind kind) {
        Supplier<ServicePlan> small = LargeWorlds.fresh(kind, 60);
        Supplier<ServicePlan> large = LargeWorlds.fresh(kind, 120);
        assertThat((double) LargeWorlds.bytes(large)).isLessThan(TWICE * LargeWorlds.bytes(small));
    }

    @ParameterizedTest
    @CsvSource({"azure-additional-public-ips, 20.1.%d.%d", "azure-allowed-ip-ranges, 20.%d.%d.0/24",
            "azure-allowed-service-tags, Tag%d.%d", "azure-pip-tags, tag%d.%d=value"})
    void planningAServiceWithALongAnnotationGrowsWithItsLength(String annotation, String element) {
        Supplier<ServicePlan> small = LargeWorlds.annotated(annotation, element, 1_000);
        Supplier<ServicePlan> large = LargeWorlds.annotated(annotation, element, 2_000);
        assertThat((double) LargeWorlds.bytes(large)).isLessThan(TWICE * LargeWorlds.bytes(small));
    }

    /** Unchanged Services cost almost nothing: they are not parsed, built or compared again. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void planInWhichOneServiceChangesTakesLittleOfWhatAWholeOneTakes(Kind kind) {
        Supplier<ServicePlan> whole = LargeWorlds.unchanged(kind, SERVICES);
        Supplier<ServicePlan> one = LargeWorlds.oneChanged(kind, SERVICES);
        assertThat(one.get().plan().operations()).hasSizeLessThan(4);
        assertThat((double) LargeWorlds.bytes(one)).isLessThan(PART * LargeWorlds.bytes(whole));
    }
}
