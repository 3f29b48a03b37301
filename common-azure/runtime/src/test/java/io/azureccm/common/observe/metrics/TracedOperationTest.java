package io.azureccm.common.observe.metrics;

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
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.common.exec.RecordedWrites;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.RetrySettings;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What traces show of operations, with the real way of calls to an ARM in memory. */
class TracedOperationTest {
    private static final CallReason CHANGED = new CallReason(CallPriority.CHANGED, "ServiceChanged");
    private static final ArmId LB = loadBalancer("kubernetes");
    private static final ArmCallSettings SETTINGS = new ArmCallSettings(
            new ArmCallSettings.Bulkheads(4, 4, Duration.ofSeconds(10)), new RateLimitConfig(RateLimit.OFF, Map.of()),
            new RetrySettings(3, Duration.ofMillis(1), 2, 0.5, Duration.ofSeconds(1)),
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
            SETTINGS.policy(new ArmCallPolicy.Reports(ArmClock.system(), () -> 0.0,
                    new ArmBudget(BudgetSettings.of(App.SERVICE), ArmClock.system(), BudgetListener.NONE), spans)));
    private final VirtualClock clock = new VirtualClock();
    private final ArmPlanExecutor executor = new ArmPlanExecutor(
            new ArmPlanExecutor.Ports(gateway, new RecordedWrites(), Optional::empty,
                    ExecutionListener.NONE, clock),
            ArmPlanExecutor.Settings.DEFAULT);

    @AfterEach
    void close() {
        tracing.close();
    }

    @Test
    void theCallsOfAnOperationAreBelowItAlsoWhenTheyAreMadeOnOtherThreads() {
        CHANGED.run(() -> {
            read(spans);
            write(spans, plan(put(LB)));
        });
        assertThat(tree()).containsExactlyInAnyOrder("read in nothing", "get LoadBalancer in read",
                "execute in nothing", "create_or_update LoadBalancer in execute");
        assertThat(traceOf("get LoadBalancer")).isEqualTo(traceOf("read"));
        assertThat(traceOf("create_or_update LoadBalancer")).isEqualTo(traceOf("execute"));
        assertThat(named("execute").tags()).containsAllEntriesOf(
                Map.of("app", "service", "cause", "ServiceChanged", "scope", "lb=kubernetes"));
        assertThat(named("get LoadBalancer").tags()).containsAllEntriesOf(Map.of("verb", "GET", "resource",
                "LoadBalancer", "cause", "ServiceChanged", "status", "ok", "tries", "1"));
    }

    @Test
    void triesAndFailuresOfACallAreOfOneSpan() {
        arm.fails("GET", LB, FakeArm.failure(ArmException.Kind.UNKNOWN, "InternalServerError"));
        arm.fails("PUT", LB, FakeArm.failure(ArmException.Kind.REJECTED, "InvalidFrontend"));
        CHANGED.run(() -> {
            read(spans);
            write(spans, plan(put(LB)));
        });
        assertThat(named("get LoadBalancer").tags()).containsEntry("tries", "2").containsEntry("status", "ok");
        assertThat(named("create_or_update LoadBalancer").tags()).containsEntry("error", "InvalidFrontend")
                .doesNotContainEntry("status", "ok");
    }

    @Test
    void anOperationThatThrowsSaysWhatAndNotWhatTheMessageWas() {
        assertThatThrownBy(() -> CHANGED.run(() -> spans.run("read", notes -> {
            throw new IllegalStateException("secret of somebody");
        }))).hasMessageContaining("somebody");
        assertThat(named("read").tags()).containsEntry("error", "IllegalStateException");
        assertThat(seen).noneMatch(span -> span.toString().contains("secret of somebody"));
    }

    @Test
    void twoOperationsAreTwoTraces() {
        CHANGED.run(() -> {
            read(spans);
            read(spans);
        });
        assertThat(seen.stream().map(MutableSpan::traceId).distinct()).hasSize(2);
    }

    @Test
    void callOutsideOfAnOperationHasNoSpan() {
        CHANGED.run(() -> gateway.get(LB, Map.of()));
        assertThat(seen).isEmpty();
    }

    @Test
    void nothingIsTracedWhenItIsOff() {
        CHANGED.run(() -> WorkSpans.NONE.run("read", notes -> {
            assertThat(CallReason.current()).isSameAs(CHANGED);
            assertThat(CallReason.current().trace()).isSameAs(CallTrace.NONE);
            gateway.get(LB, Map.of());
        }));
        CHANGED.run(() -> write(WorkSpans.NONE, plan(put(LB))));
        assertThat(seen).isEmpty();
    }

    private void read(WorkSpans chosen) {
        chosen.run("read", notes -> gateway.get(LB, Map.of()));
    }

    private void write(WorkSpans chosen, Plan plan) {
        chosen.run("execute", notes -> {
            notes.note("scope", plan.scope());
            executor.execute(plan);
        });
    }

    private String traceOf(String name) {
        return named(name).traceId();
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
