package io.azureccm.e2e.suite.faults.cluster;

import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.RetrySettings;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.resilience.budget.ScaledLimits;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.route.reconcile.RouteTiming;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.time.Duration;

/** How long instances wait: as in a cluster, or so short that thousands of sequences can be played. */
public enum Pace {
    /** Waits of milliseconds, and limits of calls that nobody meets. */
    QUICK(new ServiceTiming(Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofMillis(60),
            Duration.ofMillis(400),
            Duration.ofMillis(500)), new ObservedStore.Settings(Duration.ofSeconds(1), Duration.ofMinutes(30)),
            new ArmPlanExecutor.Settings(32, Duration.ofMillis(100)), Duration.ofMillis(800)) {
        @Override
        public OperationSettings operations() {
            return new OperationSettings(Duration.ofMillis(5), Duration.ofMillis(100), Duration.ZERO,
                    Duration.ofMinutes(1), Duration.ofSeconds(2), 5);
        }

        @Override
        public RouteTiming routes(CloudConfig cloud) {
            return new RouteTiming(Duration.ofMillis(20), Duration.ofMillis(150),
                    Duration.ofMillis(60), Duration.ofMillis(400), Duration.ofMillis(500), Duration.ZERO);
        }

        @Override
        public NodeTiming nodes() {
            return new NodeTiming(Duration.ofMillis(20), Duration.ofMillis(100),
                    Duration.ofMillis(60), Duration.ofMillis(400));
        }

        @Override
        public NodeSettings nodeSettings(CloudConfig cloud) {
            return nodeSettings(cloud, Duration.ofMillis(200), Duration.ofMillis(300));
        }

        @Override
        public Duration answer() {
            return Duration.ofSeconds(2);
        }

        @Override
        public BudgetSettings budget(App app) {
            BudgetSettings counted = BudgetSettings.of(app);
            return new BudgetSettings(true, counted.shares(), counted.reserve(), Duration.ofSeconds(5),
                    ScaledLimits.of(counted.limits(), 50));
        }

        @Override
        public ArmCallSettings calls(ArmConfig config) {
            ArmCallSettings usual = ArmCallSettings.of(config, Duration.ofSeconds(10));
            return new ArmCallSettings(usual.bulkheads(), usual.budget(),
                    new RetrySettings(2, Duration.ofMillis(15), 2, 0.3, Duration.ofSeconds(1)),
                    new ArmCallSettings.Breaker(20, 10, 60, Duration.ofMillis(250), 3),
                    new ArmCallSettings.Limits(Duration.ofSeconds(8), Duration.ofSeconds(8), Duration.ofSeconds(10)));
        }
    },
    /** What the apps do where nothing is set. */
    USUAL(ServiceTiming.DEFAULT, ObservedStore.Settings.DEFAULT, ArmPlanExecutor.Settings.DEFAULT,
            Duration.ofMinutes(5)) {
        @Override
        public OperationSettings operations() {
            return OperationSettings.DEFAULT;
        }

        @Override
        public RouteTiming routes(CloudConfig cloud) {
            return RouteTiming.of(cloud.routes(), Duration.ofSeconds(10));
        }

        @Override
        public NodeTiming nodes() {
            return NodeTiming.DEFAULT;
        }

        @Override
        public NodeSettings nodeSettings(CloudConfig cloud) {
            return nodeSettings(cloud, Duration.ofSeconds(5), cloud.machines().instanceNotFoundGracePeriod());
        }

        @Override
        public Duration answer() {
            return Duration.ofSeconds(60);
        }

        @Override
        public BudgetSettings budget(App app) {
            return BudgetSettings.of(app);
        }

        @Override
        public ArmCallSettings calls(ArmConfig config) {
            return ArmCallSettings.of(config, OperationSettings.DEFAULT.bound().plusMinutes(10));
        }
    };

    private final ServiceTiming services;
    private final ObservedStore.Settings observed;
    private final ArmPlanExecutor.Settings execution;
    private final Duration nodeRefresh;

    Pace(ServiceTiming services, ObservedStore.Settings observed, ArmPlanExecutor.Settings execution,
            Duration nodeRefresh) {
        this.services = services;
        this.observed = observed;
        this.execution = execution;
        this.nodeRefresh = nodeRefresh;
    }

    /** When the route controller writes the table. */
    public abstract RouteTiming routes(CloudConfig cloud);

    /** When the node controller makes plans. */
    public abstract NodeTiming nodes();

    /** How often the node controller looks at machines. */
    public abstract NodeSettings nodeSettings(CloudConfig cloud);

    NodeSettings nodeSettings(CloudConfig cloud, Duration monitor, Duration grace) {
        return new NodeSettings(new NodeSettings.Parts(true, true),
                new NodeSettings.Topology(false, false, ConditionOptions.ON),
                cloud.resourceGroup(), monitor, nodeRefresh, grace);
    }

    /** When the service controller makes plans. */
    public ServiceTiming services() {
        return services;
    }

    public ObservedStore.Settings observed() {
        return observed;
    }

    public ArmPlanExecutor.Settings execution() {
        return execution;
    }

    /** How many times as long as in the quickest sequences everything takes. */
    public int scale() {
        return this == QUICK ? 1 : 60;
    }

    /** In this time everything is compared with Azure twice. */
    public Duration still() {
        Duration longest = services.driftPeriod().compareTo(nodeRefresh) > 0 ? services.driftPeriod() : nodeRefresh;
        return longest.multipliedBy(2).plus(services.maxAge());
    }

    /** After this time everything has come true that can. */
    public Duration bound() {
        return services.driftPeriod().multipliedBy(2).plus(Duration.ofMinutes(scale()).multipliedBy(2));
    }

    /** Each call takes a time of its own, and some operations go on after the reply. */
    public Latencies latencies(long seed) {
        Duration median = Duration.ofMillis(5L * scale());
        Delay some = new Delay(median, median.multipliedBy(20));
        Delay reply = new Delay(Duration.ofMillis(2), Duration.ofMillis(10));
        return Latencies.builder()
                .seed(seed)
                .rule("GET", "*", reply, Delay.NONE)
                .rule("PUT", "*", reply, some)
                .rule("DELETE", "*", reply, some)
                .build();
    }

    /** How long a connection or an answer may take. */
    public abstract Duration answer();

    public abstract OperationSettings operations();

    public abstract BudgetSettings budget(App app);

    public abstract ArmCallSettings calls(ArmConfig config);
}
