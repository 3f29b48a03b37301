package io.azureccm.route;

import io.azureccm.common.boot.ControllerApp;
import io.azureccm.common.boot.ControllerLauncher;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchProgram;
import io.azureccm.common.config.flags.App;
import org.springframework.context.annotation.Bean;

/**
 * The route controller as a Spring Boot app. It watches the nodes and competes for the lease
 * {@code kube-system/azure-route-controller}; it writes nothing.
 */
@ControllerApp
public class RouteControllerApplication {
    public static void main(String[] args) {
        ControllerLauncher.main(App.ROUTE, RouteControllerApplication.class, args);
    }

    @Bean
    ControllerProgram routeProgram() {
        return new NodeWatchProgram("this release watches them and writes no routes");
    }
}
