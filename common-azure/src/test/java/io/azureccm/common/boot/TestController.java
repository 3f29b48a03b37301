package io.azureccm.common.boot;

import org.springframework.context.annotation.Bean;

/** A controller that watches nodes and does nothing, as an app declares it. */
@ControllerApp
class TestController {
    @Bean
    ControllerProgram program() {
        return new NodeWatchProgram("watched");
    }
}
