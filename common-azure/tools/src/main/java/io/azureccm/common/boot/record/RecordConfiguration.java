package io.azureccm.common.boot.record;

import io.azureccm.common.boot.launch.StartFlags;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.record.RecordSettings;
import io.azureccm.common.observe.endpoint.RecordEndpoint;
import io.azureccm.common.record.RecordCost;
import io.azureccm.common.record.RecordFolder;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** The record of turns, its metrics and its endpoint. */
@Configuration(proxyBeanMethods = false)
class RecordConfiguration {
    @Bean
    RecordFolder recordFolder(RecordSettings settings) {
        return new RecordFolder(Path.of(settings.folder()), settings.bytes());
    }

    @Bean
    @Order(2)
    TurnRecords turnRecords(StartFlags flags, AppSettings settings, RecordFolder folder,
            MeterRegistry registry) {
        RecordCost cost = new RecordCost();
        if (settings.of(RecordSettings.class).isOn())
            register(registry, cost, folder);
        return new TurnRecords(flags.args(), settings, folder, cost);
    }

    @Bean
    RecordEndpoint recordEndpoint(RecordFolder folder, RecordSettings settings) {
        return new RecordEndpoint(folder, settings.isOn());
    }

    private static void register(MeterRegistry registry, RecordCost cost, RecordFolder folder) {
        FunctionCounter.builder("controller.record.turns", cost, RecordCost::turns)
                .description("Turns that were recorded")
                .register(registry);
        FunctionCounter.builder("controller.record.dropped", cost, RecordCost::dropped)
                .description("Turns that were not recorded, because they could not be written or came too fast")
                .register(registry);
        FunctionCounter.builder("controller.record.written", cost, RecordCost::bytes)
                .baseUnit("bytes")
                .description("What was written to the record, compressed")
                .register(registry);
        FunctionCounter.builder("controller.record.time", cost, RecordCost::seconds)
                .baseUnit("seconds")
                .description("The processor time that recording took, on a thread of its own")
                .register(registry);
        Gauge.builder("controller.record.size", folder, RecordFolder::size)
                .baseUnit("bytes")
                .description("The size of the record")
                .register(registry);
    }
}
