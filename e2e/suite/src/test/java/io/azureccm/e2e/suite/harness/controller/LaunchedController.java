package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.service.ServiceControllerApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A controller as the app it is, with flags, Spring and actuator, in this process. */
public final class LaunchedController implements ControllerUnderTest {
    private final App app;
    private final Class<?> application;
    private final SteadyState steadyState;
    private final Supplier<SteadyState.Observation> looking;
    private io.azureccm.common.boot.launch.Launch.Running running;

    /** The service controller. */
    public LaunchedController(SteadyState steadyState, Supplier<SteadyState.Observation> looking) {
        this(App.SERVICE, ServiceControllerApplication.class, steadyState, looking);
    }

    /** {@code application} is the class of the app that Spring starts. */
    public LaunchedController(App app, Class<?> application, SteadyState steadyState,
            Supplier<SteadyState.Observation> looking) {
        this.app = app;
        this.application = application;
        this.steadyState = steadyState;
        this.looking = looking;
    }

    @Override
    public void start(Launch launch) {
        List<String> args = new ArrayList<>(
                List.of("--cloud-config=" + launch.cloudConfig(), "--kubeconfig=" + launch.kubeconfig()));
        args.addAll(launch.flags());
        args.add("--azureccm.record.folder=" + RunRecords.begin(app.title()));
        running = switch (ControllerLauncher.launch(app, application, args, launch.environment())) {
            case io.azureccm.common.boot.launch.Launch.Running started -> started;
            case io.azureccm.common.boot.launch.Launch.Ended ended -> throw new AssertionError(
                    "the controller did not start: " + ended.lines());
        };
    }

    @Override
    public void awaitQuiet(Duration bound) {
        steadyState.await(bound, looking);
    }

    @Override
    public String log() {
        return "see the output of the test";
    }

    @Override
    public void close() {
        if (running != null) {
            running.context().close();
        }
    }
}
