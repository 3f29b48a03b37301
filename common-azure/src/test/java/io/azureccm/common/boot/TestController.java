package io.azureccm.common.boot;

import org.springframework.context.annotation.Bean;

/** A controller that watches nodes and does nothing, as an app declares it. */
@ControllerApp
class TestController {
    @Bean
    ControllerProgram program() {
        return new ControllerProgram() {
            @Override
            public Description description() {
                return new Description("Nodes", "nothing: watched");
            }

            @Override
            public String noun() {
                return "nodes";
            }

            @Override
            public ControllerLoop open(ControllerPorts ports) {
                return new NodeWatchLoop(ports, "watched");
            }
        };
    }
}
