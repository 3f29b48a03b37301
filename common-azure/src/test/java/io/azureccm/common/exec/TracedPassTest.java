package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.CallTrace;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.observe.metrics.MicrometerSpans;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What traces show of passes, with the real way of calls to an ARM in memory. */
class TracedPassTest {
    private static final CallReason CHANGED = new CallReason(CallPriority.CHANGED, "ServiceChanged");
    private static final ArmId LB = loadBalancer("kubernetes");
    private static final ArmId IP = ip("ip-1");
    private static final ArmCallSettings SETTINGS = new ArmCallSettings(
            new ArmCallSettings.Bulkheads(4, 4, Duration.ofSeconds(10)), new RateLimitConfig(RateLimit.OFF, Map.of()),
            new ArmCallSettings.Retries(3, Duration.ofMillis(1), 2, 0.5, Duration.ofSeconds(1)),
            new ArmCallSettings.Breaker(10, 10, 60, Duration.ofSeconds(30), 1),
            new ArmCallSettings.Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));

    private final ConcurrentLinkedQueue<MutableSpan> seen = new ConcurrentLinkedQueue<>();
    private final Tracing tracing = Tracing.newBuilder().addSpanHandler(new SpanHandler() {
        @Override
        public boolean end(TraceContext context, MutableSpan span, Cause cause) {
            return seen.add(new MutableSpan(span));
        }
    }).build();
    private final MicrometerSpans spans = new MicrometerSpans(
            new BraveTracer(tracing.tracer(), new BraveCurrentTraceContext(tracing.currentTraceContext())), "service",
            InstantSource.system());
    private final FakeArm arm = new FakeArm();
    private final ResilientArmGateway gateway = new ResilientArmGateway(arm,
            new ArmCallPolicy(SETTINGS, new ArmCallPolicy.Reports(ArmClock.system(), () -> 0.0,
                    new ArmBudget(BudgetSettings.of(App.SERVICE), ArmClock.system(), BudgetListener.NONE), spans)));
    private final VirtualClock clock = new VirtualClock();
    private final ArmPlanExecutor executor = new ArmPlanExecutor(
            new ArmPlanExecutor.Ports(gateway, new RecordedWrites(), new ResourceLanes(), Optional::empty,
                    ExecutionListener.NONE, clock),
            ArmPlanExecutor.Settings.DEFAULT);

    private ConvergenceLoop loop(PassSpans chosen) {
        PlanJournal journal = new PlanJournal(PlanText.of("services"), 20, clock, () -> "", chosen);
        return new ConvergenceLoop(executor, journal, ConvergenceLoop.Settings.DEFAULT, pause -> {}, clock);
    }

    @AfterEach
    void close() {
        tracing.close();
    }

    @Test
    void passIsOneTreeOfItsPlanItsReadsAndItsWritesOnOtherThreads() {
        pass(spans, () -> {
            gateway.get(LB, Map.of());
            return plan(put(IP), put(LB, IP));
        });
        assertThat(tree()).containsExactlyInAnyOrder("execute in pass", "get LoadBalancer in plan", "pass in nothing",
                "plan in pass", "create_or_update LoadBalancer in execute",
                "create_or_update PublicIPAddress in execute");
        assertThat(seen).extracting(MutableSpan::traceId).containsOnly(named("pass").traceId());
        assertThat(named("pass").tags())
                .containsAllEntriesOf(Map.of("app", "service", "cause", "ServiceChanged", "scope",
                        "lb=kubernetes", "plan", "1", "rounds", "1", "operations", "2", "outcome", "applied"));
        assertThat(named("get LoadBalancer").tags()).containsAllEntriesOf(Map.of("verb", "GET", "resource",
                "LoadBalancer", "cause", "ServiceChanged", "status", "ok", "tries", "1"));
    }

    @Test
    void triesAndFailuresOfACallAreOfOneSpan() {
        arm.fails("GET", LB, FakeArm.failure(ArmException.Kind.UNKNOWN, "InternalServerError"));
        arm.fails("PUT", LB, FakeArm.failure(ArmException.Kind.REJECTED, "InvalidFrontend"));
        pass(spans, () -> {
            gateway.get(LB, Map.of());
            return plan(put(LB));
        });
        assertThat(named("get LoadBalancer").tags()).containsEntry("tries", "2").containsEntry("status", "ok");
        assertThat(named("create_or_update LoadBalancer").tags()).containsEntry("error", "InvalidFrontend")
                .doesNotContainEntry("status", "ok");
        assertThat(named("pass").tags()).containsEntry("outcome", "open");
    }

    @Test
    void passThatCouldNotBePlannedSaysSo() {
        assertThatThrownBy(() -> pass(spans, () -> {
            throw new IllegalStateException("secret of somebody");
        })).hasMessageContaining("somebody");
        assertThat(named("pass").tags()).containsEntry("outcome", "nothing planned")
                .containsEntry("error", "IllegalStateException");
        assertThat(seen).noneMatch(span -> span.toString().contains("secret of somebody"));
    }

    @Test
    void twoPassesAreTwoTraces() {
        pass(spans, () -> plan());
        pass(spans, () -> plan());
        assertThat(seen.stream().map(MutableSpan::traceId).distinct()).hasSize(2);
    }

    @Test
    void callOutsideOfAPassHasNoSpan() {
        CHANGED.run(() -> gateway.get(LB, Map.of()));
        assertThat(seen).isEmpty();
    }

    @Test
    void nothingIsTracedWhenItIsOff() {
        pass(PassSpans.NONE, () -> {
            assertThat(CallReason.current()).isSameAs(CHANGED);
            assertThat(CallReason.current().trace()).isSameAs(CallTrace.NONE);
            gateway.get(LB, Map.of());
            return plan(put(LB));
        });
        assertThat(seen).isEmpty();
    }

    private void pass(PassSpans chosen, Supplier<Plan> planner) {
        ConvergenceLoop loop = loop(chosen);
        CHANGED.run(() -> loop.pass(() -> loop.run(planner)));
    }

    private MutableSpan named(String name) {
        return seen.stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
    }

    private List<String> tree() {
        return seen.stream().map(span -> span.name() + " in " + parent(span)).toList();
    }

    private String parent(MutableSpan span) {
        return seen.stream()
                .filter(other -> other.id().equals(span.parentId()))
                .map(MutableSpan::name)
                .findFirst()
                .orElse("nothing");
    }
}
