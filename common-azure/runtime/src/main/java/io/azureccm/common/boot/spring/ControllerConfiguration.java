package io.azureccm.common.boot.spring;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.arm.credential.SpringCredential;
import io.azureccm.common.arm.credential.SpringCredentialBuilders;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.ProgramWrapper;
import io.azureccm.common.boot.azure.AzureConnector;
import io.azureccm.common.boot.azure.CloudDefault;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.boot.leader.LeaderMode;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.BlastRadiusSettings;
import io.azureccm.common.boot.settings.CallBudgetSettings;
import io.azureccm.common.boot.settings.DrainingSettings;
import io.azureccm.common.boot.settings.LeaderElectionSettings;
import io.azureccm.common.boot.settings.TenantSettings;
import io.azureccm.common.boot.settings.azure.RefusedServicesSettings;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.boot.supervisor.SupervisorTiming;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.LogEventSink;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.LeaseEvents;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.observe.metrics.BudgetMetrics;
import io.azureccm.common.observe.metrics.CloudOperations;
import io.azureccm.common.observe.metrics.MicrometerSpans;
import io.azureccm.common.observe.metrics.OperationMetrics;
import io.azureccm.common.observe.metrics.PlanMetrics;
import io.azureccm.common.observe.removal.RemovalRegister;
import io.azureccm.common.resilience.ArmCallListener;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.cloud.kubernetes.commons.leader.LeaderProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The beans of every controller: what it writes with, the fences, and the supervisor that runs it. */
@Configuration(proxyBeanMethods = false)
@Import({ArmReachability.class, ArmCallPolicy.Registries.class, AzureConnector.Calls.class, AzureConnector.class,
        ControllerSupervisor.Parts.class, StartReport.class})
class ControllerConfiguration {
    private static final int KEPT_PLANS = 50;

    /** Creates Spring Cloud Azure's beans only if azure.json has no credential; they are used for the credential alone. */
    @Bean
    static BeanFactoryPostProcessor springCloudAzureOnDemand() {
        return beans -> {
            SpringCredentialBuilders.register((BeanDefinitionRegistry) beans);
            for (String name : beans.getBeanDefinitionNames()) {
                String factory = beans.getBeanDefinition(name).getFactoryBeanName();
                if (factory != null && factory.startsWith("com.azure.spring.")) {
                    beans.getBeanDefinition(name).setLazyInit(true);
                }
            }
        };
    }

    @Bean
    Clock clock() {
        return SteadyClock.SYSTEM;
    }

    @Bean
    ControllerOptions controllerOptions(Preflight.Cleared cleared) {
        return cleared.options();
    }

    @Bean
    KubernetesClient kubernetesClient(Preflight.Cleared cleared) {
        return cleared.kubernetes();
    }

    @Bean
    LeaderFlag leaderSeat() {
        return new LeaderFlag(InstantSource.system());
    }

    @Bean
    Election election(Preflight.Cleared cleared, LeaderFlag leaderFlag, ApplicationEventPublisher publisher,
            LeaderElectionSettings settings, LeaseEvents events, Environment environment) {
        return LeaderMode.of(settings, cleared.options())
                .election(cleared, leaderFlag, publisher, events, () -> Binder.get(environment)
                        .bindOrCreate("spring.cloud.kubernetes.leader", LeaderProperties.class));
    }

    @Bean
    WriteFence writeFence(ControllerOptions options, Election election, LeaderFlag leaderFlag) {
        WriteFence elected = election.fence();
        return options.dryRun()
                ? () -> Optional.of("this is a dry run")
                : () -> elected.refusal().or(leaderFlag::refusal);
    }

    @Bean
    EventRecorder eventRecorder(ControllerOptions options, KubernetesClient kubernetes) {
        return new EventRecorder(options.dryRun() ? new LogEventSink() : new ApiEventSink(kubernetes));
    }

    @Bean
    LeaseEvents leaseEvents(EventRecorder events, ControllerOptions options) {
        return LeaseEvents.of(events, options);
    }

    @Bean
    PlanJournal planJournal(ControllerProgram program, AzureConnector connector, ObjectProvider<WorkSpans> spans,
            MeterRegistry registry, HeadroomRegister headroom, Clock clock) {
        return new PlanJournal(PlanText.of(program.noun()), KEPT_PLANS, Clock.systemUTC(),
                connector::budgetLeft, headroom::nearText,
                spans.getIfAvailable(() -> WorkSpans.NONE), new PlanMetrics(registry, clock));
    }

    @Bean
    ConfigFollower configFollower(Preflight.Cleared cleared, AppSettings settings, Clock clock) {
        return new ConfigFollower(cleared.options(), cleared.configSource(), CloudDefault.of(settings),
                ConfigFollower.Pace.DEFAULT, clock);
    }

    /** One per process. */
    @Bean
    ArmBudget armBudget(ControllerOptions options, CallBudgetSettings settings, MeterRegistry registry) {
        BudgetMetrics metrics = new BudgetMetrics(registry);
        ArmBudget budget = new ArmBudget(settings.of(options.app()), ArmClock.system(), metrics);
        metrics.bind(budget);
        return budget;
    }

    @Bean
    AzureConnector.Dependencies azureDependencies(Preflight.Cleared cleared, WriteFence fence, ArmBudget budget,
            AzureConnector.Calls calls, BeanFactory beans, SpringCloudAzureSettings spring) {
        return new AzureConnector.Dependencies(cleared.options(), cleared.trust(), cleared.environment(),
                Optional.of(spring)
                        .filter(SpringCloudAzureSettings::hasCredential)
                        .map(each -> new AzureConnector.Fallback(each,
                                tenant -> new SpringCredential(beans, tenant, each.authority()))),
                fence, budget, calls);
    }

    @Bean
    AzureConnector.Listeners azureListeners(ArmReachability reach, MeterRegistry registry, CloudOperations operations,
            ObjectProvider<MicrometerSpans> spans) {
        ArmCallListener traced = spans.stream().<ArmCallListener>map(each -> each).findFirst().orElse(call -> {});
        return new AzureConnector.Listeners(reach, new ArmMetrics(registry),
                OperationMetrics.of(registry, operations), traced);
    }

    @Bean
    ControllerSupervisor controllerSupervisor(ControllerSupervisor.Parts parts, ControllerSupervisor.Shared shared,
            ObjectProvider<ProgramWrapper> wrappers) {
        ControllerProgram program = parts.program();
        for (ProgramWrapper wrapper : wrappers.orderedStream().toList())
            program = wrapper.around(program);
        return new ControllerSupervisor(parts.with(program), shared, SupervisorTiming.DEFAULT);
    }

    @Bean
    ControllerSupervisor.Shared supervisorShared(ControllerOptions options, KubernetesClient kubernetes,
            EventRecorder events, PlanJournal journal, WriteFence fence, Clock clock, BlastRadiusSettings radius,
            RemovalRegister removals, DrainingSettings draining, TenantSettings tenants,
            RefusedServicesSettings refused) {
        RemovalApprovals approvals = options.dryRun() ? RemovalApprovals.NONE : removals;
        return new ControllerSupervisor.Shared(options, kubernetes, events, journal, fence, clock,
                new RemovalPolicy(radius.limits(), approvals), draining.policy(), tenants.policy(refused));
    }
}
